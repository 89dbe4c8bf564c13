// Reads a report as its user does: node report.mjs CHROMIUM PAGE [FOLDER FOR PICTURES]
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { contrasts } from './contrasts.mjs';
import { checkHeadings, launch, take, watched } from './steps.mjs';

const [executablePath, page, pictures] = process.argv.slice(2);
const address = pathToFileURL(page).href;
const browser = await launch(executablePath);

// Opens the page.
const open = async (options = {}) => {
  const isOwn = (url) => url === address || url.startsWith(`${address}#`);
  const { tab, close } = await watched(browser, { isOwn, ...options });
  await tab.goto(address);
  return { tab, close };
};
const visible = (tab, selector) => tab.locator(`${selector}:visible`).count();

const steps = {
  'filters narrow what is shown': async () => {
    const { tab, close } = await open();
    const all = await tab.locator('.finding').count();
    assert.ok(all > 3);
    const known = await tab.locator('.finding[data-known]').count();
    assert.equal(await visible(tab, '.finding'), all - known);
    await tab.getByLabel('known, too').check();
    assert.equal(await visible(tab, '.finding'), all);

    await tab.getByLabel('error', { exact: true }).uncheck();
    assert.equal(await visible(tab, '.finding.error'), 0);
    assert.ok(await visible(tab, '.finding.warning') > 0);
    await tab.getByRole('button', { name: 'Show all' }).click();
    await tab.waitForFunction(() => document.querySelector('.finding.error:not([hidden])'));

    await tab.locator('select[name=rule]').selectOption('no-reason-given');
    const rules = await tab.locator('.finding:visible').evaluateAll((list) => list.map((one) => one.dataset.rule));
    assert.ok(rules.length > 0 && rules.every((rule) => rule === 'no-reason-given'));
    await tab.locator('select[name=tool]').selectOption('convert');
    assert.equal(await visible(tab, '.tool'), 1);
    assert.match(await tab.locator('#shown').textContent(), /^1 of \d+ shown$/);

    await tab.getByRole('button', { name: 'Show all' }).click();
    await tab.getByRole('searchbox').fill('stdout  debug');
    assert.equal(await visible(tab, '.finding'), 1);
    await tab.getByRole('searchbox').fill('no such words');
    assert.equal(await visible(tab, '.finding'), 0);
    await close();
  },
  'a link from the table shows its tool again': async () => {
    const { tab, close } = await open();
    await tab.getByRole('searchbox').fill('no such words');
    await tab.locator('table a').first().click();
    await tab.waitForFunction(() => document.querySelector('.finding:not([hidden])'));
    assert.equal(await tab.getByRole('searchbox').inputValue(), '');
    await close();
  },
  'details open and hold the call and its answer': async () => {
    const { tab, close } = await open();
    const details = tab.locator('.finding:visible details').first();
    assert.equal(await details.locator('pre').first().isVisible(), false);
    await details.locator('summary').click();
    assert.match(await details.locator('pre').first().textContent(), /"method": "tools\/call"/);
    assert.equal(await details.locator('pre').first().isVisible(), true);
    await close();
  },
  'filters work by keyboard': async () => {
    const { tab, close } = await open();
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate(() => document.activeElement.className), 'skip');
    await tab.getByLabel('error', { exact: true }).focus();
    await tab.keyboard.press('Space');
    assert.equal(await visible(tab, '.finding.error'), 0);
    await close();
  },
  'everything reads without script': async () => {
    const { tab, close } = await open({ javaScriptEnabled: false });
    assert.equal(await visible(tab, '#filters'), 0);
    assert.equal(await visible(tab, '.finding'), await tab.locator('.finding').count());
    await close();
  },
  'page fits a phone and a desk in light and dark': async () => {
    for (const [width, height] of [[390, 844], [1280, 900]]) {
      for (const colorScheme of ['light', 'dark']) {
        const { tab, close } = await open({ viewport: { width, height }, colorScheme });
        assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), width);
        const faint = await tab.evaluate(contrasts);
        assert.deepEqual(faint, [], `${width} ${colorScheme}`);
        if (pictures) await tab.screenshot({ path: `${pictures}/${width}-${colorScheme}.png`, fullPage: true });
        await close();
      }
    }
  },
  'table has heads for rows and columns': async () => {
    const { tab, close } = await open();
    assert.equal(await tab.locator('thead th:not([scope=col]), tbody th:not([scope=row])').count(), 0);
    assert.ok(await tab.locator('tbody th[scope=row]').count() > 0);
    await checkHeadings(tab);
    await close();
  },
  'nothing that a server said is markup': async () => {
    const { tab, close } = await open();
    assert.equal(await tab.locator('img, iframe, object, script[src], style[media], main script').count(), 0);
    await close();
  },
};

await take(browser, steps);
