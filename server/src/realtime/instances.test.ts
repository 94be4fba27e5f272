import { describeInstances } from './instances.contract.ts';
import { describeLiveListings } from './listings.contract.ts';
import { describePresence } from './presence.contract.ts';

describeInstances('Two instances over PostgreSQL');
describeLiveListings('Live listings over PostgreSQL');
describePresence('Presence over PostgreSQL');
