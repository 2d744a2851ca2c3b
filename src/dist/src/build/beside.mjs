// SPDX-License-Identifier: Apache-2.0
// Writes what lies beside the tarball: its SHA-512, as sha512sum takes it, and a list of what is in it (CycloneDX), which is
// our jars and the libraries in the page, as npm has locked them:
// node beside.mjs TARBALL_WITHOUT_ENDING GROUP VERSION package-lock.json
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const [name, group, version, lock] = process.argv.slice(2);
const tarball = `${name}.tar.gz`;

const sha512 = (bytes) => createHash('sha512').update(bytes).digest('hex');
const tar = (...options) => execFileSync('tar', options, { maxBuffer: Infinity });
const component = (type, purl, facts, license, sum) => ({
  type,
  'bom-ref': purl,
  ...facts,
  hashes: [{ alg: 'SHA-512', content: sum }],
  licenses: [{ license: { id: license } }],
  purl,
});
const ours = (type, artifact, ending, bytes) => component(type, `pkg:maven/${group}/${artifact}@${version}?type=${ending}`,
  { group, name: artifact, version }, 'Apache-2.0', sha512(bytes));

// The same jar lies in several folders.
const files = tar('-tzf', tarball).toString().split('\n').filter((file) => file.endsWith('.jar'));
const jars = [...new Map(files.map((file) => [basename(file, '.jar'), file]))].sort()
  .map(([artifact, file]) => ours('library', artifact, 'jar', tar('-xzOf', tarball, file)));
const whole = ours('application', 'ozone-compaction-dist', 'tar.gz', readFileSync(tarball));

// What is not for developers only is what the page's build has packed: check-bundle.mjs fails where it is not.
const { '': page, ...packages } = JSON.parse(readFileSync(lock, 'utf8')).packages;
const libraries = Object.entries(packages).filter(([, { dev }]) => !dev)
  .map(([path, locked]) => ({ ...locked, name: path.replace(/^.*node_modules\//, '') }));
const purl = (library) => `pkg:npm/${library.name.replace('@', '%40')}@${library.version}`;
const needs = ({ dependencies, peerDependencies }) => libraries
  .filter((library) => library.name in { ...dependencies, ...peerDependencies }).map(purl);

writeFileSync(`${tarball}.sha512`, `${whole.hashes[0].content}  ${basename(tarball)}\n`);
writeFileSync(`${name}.cdx.json`, `${JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: whole },
  components: [...jars, ...libraries.map((library) => component('library', purl(library),
    { name: library.name, version: library.version }, library.license,
    Buffer.from(library.integrity.replace(/^sha512-/, ''), 'base64').toString('hex')))],
  dependencies: [
    { ref: whole.purl, dependsOn: jars.map((jar) => jar.purl) },
    ...jars.map((jar) => ({ ref: jar.purl, dependsOn: jar.name.endsWith('-recon-ui') ? needs(page) : [] })),
    ...libraries.map((library) => ({ ref: purl(library), dependsOn: needs(library) })),
  ],
}, null, 2)}\n`);
