// SPDX-License-Identifier: Apache-2.0
import axe from 'axe-core';

/** What axe finds wrong, one line each. Colours need a real browser and are looked at in the end-to-end tests. */
export async function accessibilityProblems(element: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
