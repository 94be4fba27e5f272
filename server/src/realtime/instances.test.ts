import { describeInstances } from './instances.contract.ts';
import { describePresence } from './presence.contract.ts';

describeInstances('Two instances over PostgreSQL');
describePresence('Presence over PostgreSQL');
