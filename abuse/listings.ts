import sharp from 'sharp';
import type { Visitor } from '../attacks/visitor.ts';
import { badListings } from './disguises.ts';
import { type Attacker, isVisible, report, succeeded } from './scene.ts';

/** Scams are posted, and the first three members who see one report it. */
export const scamSeller: Attacker = async (scene) => {
  const { target, town } = scene;
  let held = 0;
  let through = 0;
  let visibleMs = 0;
  for (const [at, listing] of badListings.entries()) {
    const browser = await target.signIn(`s${at}@scam.example`, `203.0.114.${at}`);
    const posted = { ...listing, location: 'Troy', category: 'other' };
    const { body } = succeeded(await browser.rest('POST', '/api/listings', posted));
    const start = performance.now();
    if (!(await isVisible(scene, String(body.id)))) {
      held += 1;
      continue;
    }
    for (const { browser: reader } of town.slice(0, 3)) await report(reader, String(body.id));
    if (await isVisible(scene, String(body.id))) through += 1;
    visibleMs = Math.max(visibleMs, performance.now() - start);
  }
  const tried =
    `${badListings.length} scams as listings (held at once: ${held}), ` +
    'the others reported by three members each';
  return [{ attacker: 'scam seller', tried, through, allowed: 0, visibleMs }];
};

/** Another seller's photo, scaled and saved again, is used for a cheap offer. */
export const photoThief: Attacker = async (scene) => {
  const owner = scene.town[0]!;
  const photo = await drawPhoto();
  const original = await postWithPhoto(owner.browser, photo, 'Mountain bike, blue');
  const thief = await scene.target.signIn('thief@photo.example', '203.0.115.1');
  const copy = await sharp(photo).resize(500).jpeg({ quality: 60 }).toBuffer();
  const stolen = await postWithPhoto(thief, copy, 'Bike for a fair price');
  if (!(await isVisible(scene, original))) throw new Error('The photo of its owner was held.');
  const through = (await isVisible(scene, stolen)) ? 1 : 0;
  return [{ attacker: 'photo thief', tried: '1 stolen photo, saved again', through, allowed: 0 }];
};

/** A new account posts as fast as it can. */
export const flooder: Attacker = async (scene) => {
  const browser = await scene.target.signIn('flood@flood.example', '203.0.116.1');
  const tries = Math.max(20, scene.size * 10);
  let through = 0;
  for (let at = 0; at < tries; at += 1) {
    const listing = { title: `Watch number ${at}`, price: '5', location: 'Troy' };
    const { status, body } = await browser.rest('POST', '/api/listings', listing);
    if (status === 201 && (await isVisible(scene, String(body.id)))) through += 1;
  }
  const tried = `${tries} listings by a new account within an hour`;
  return [{ attacker: 'flooder', tried, through, allowed: 14 }];
};

/** Draws shapes that differ enough from plain colors to be compared. */
function drawPhoto(): Promise<Buffer> {
  const circle = (x: number, y: number, color: string) =>
    `<circle cx="${x}" cy="${y}" r="140" fill="${color}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="750">
    <rect width="1000" height="750" fill="#cde"/>${circle(250, 500, '#124')}${circle(750, 500, '#124')}
    <path d="M250 500 L450 250 L700 250 L750 500 L450 500 Z" fill="#27c"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

async function postWithPhoto(by: Visitor, photo: Buffer, title: string): Promise<string> {
  const { body: upload } = succeeded(await by.rest('POST', '/api/objects/upload', {}));
  const imageURL = String(upload.uploadURL);
  await fetch(imageURL, { method: 'PUT', body: new Uint8Array(photo) });
  const { body: image } = succeeded(await by.rest('PUT', '/api/listing-images', { imageURL }));
  const images = [image.objectPath];
  const listing = { title, price: '120', location: 'Troy', category: 'sports', images };
  const { body } = succeeded(await by.rest('POST', '/api/listings', listing));
  return String(body.id);
}
