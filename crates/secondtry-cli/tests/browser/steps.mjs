// What every script here does: opens a tab that is watched, and takes its steps one after another.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const launch = (executablePath) => chromium.launch({ executablePath, args: ['--no-sandbox'] });

// A tab of its own; whatever the browser complains about ends the test, a broken policy or a request to elsewhere too. What
// holds one of the `expected` texts is no complaint.
export const watched = async (browser, { isOwn, expected = [], ...options }) => {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const complaints = [];
  tab.on('console', (message) => { if (!expected.some((text) => message.text().includes(text))) complaints.push(message.text()); });
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('dialog', (dialog) => { complaints.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  tab.on('request', (request) => { if (!isOwn(request.url())) complaints.push(request.url()); });
  return { tab, close: async () => { assert.deepEqual(complaints, []); await context.close(); } };
};

export const take = async (browser, steps) => {
  let failed = 0;
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step();
      console.log(`ok: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`failed: ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  process.exitCode = failed ? 1 : 0;
};

// Headings go down one level at a time.
export const checkHeadings = async (tab, place = '') => {
  const levels = await tab.locator('h1, h2, h3, h4, h5').evaluateAll((list) => list.map((one) => +one.tagName[1]));
  levels.forEach((level, at) => assert.ok(level <= (levels[at - 1] ?? 0) + 1, `${place} h${level} after h${levels[at - 1]}`));
};
