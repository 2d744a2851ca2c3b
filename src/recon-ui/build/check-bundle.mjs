// SPDX-License-Identifier: Apache-2.0
// Fails when what a browser downloads is too large, names another host, or comes without its licences.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const page = 'target/classes/org/apache/hadoop/ozone/recon/api/compaction/ui';
const maxGzippedBytes = 600 * 1024;
/** Addresses that name something and are never requested. */
const names = [/^http:\/\/www\.w3\.org\//, /^https:\/\/react\.dev\//];

const problems = [];
let total = 0;
for (const name of readdirSync(page, { recursive: true })) {
  if (!/\.(html|js|css|svg|woff2?)$/.test(name)) {
    continue;
  }
  const content = readFileSync(join(page, name));
  const bytes = gzipSync(content).length;
  total += bytes;
  console.log(`${String(bytes).padStart(8)} bytes gzipped  ${name}`);
  for (const [address] of content.toString('utf8').matchAll(/https?:\/\/[\w.-]+[\w/-]*/g)) {
    if (!names.some((known) => known.test(address))) {
      problems.push(`${name} names another host: ${address}`);
    }
  }
}
if (total > maxGzippedBytes) {
  problems.push(`The page is ${total} bytes gzipped; the most is ${maxGzippedBytes}.`);
}
const licences = readFileSync(join(page, 'THIRD-PARTY.md'), 'utf8').split(/^## /m).slice(1);
const packed = licences.map((licence) => licence.split(' (')[0]).sort();
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const wanted = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} - ${version}`).sort();
if (packed.join() !== wanted.join()) {
  problems.push(`THIRD-PARTY.md holds licences of ${packed.join(', ')}; the lock says ${wanted.join(', ')}.`);
}
licences.filter((licence) => !/^.* \(MIT\)\n[^]*Copyright/.test(licence))
  .forEach((licence) => problems.push(`Not a licence that is known to be fine to ship: ${licence.split('\n')[0]}`));
console.log(`${String(total).padStart(8)} bytes gzipped in all, of ${maxGzippedBytes}`);
problems.forEach((problem) => console.error(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
