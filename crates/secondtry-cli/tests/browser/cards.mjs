// Reads and reports as a person does: node cards.mjs CHROMIUM ADDRESS [FOLDER FOR PICTURES]
import assert from 'node:assert/strict';
import { contrasts } from './contrasts.mjs';
import { checkHeadings, launch, take, watched } from './steps.mjs';

const [executablePath, address, pictures] = process.argv.slice(2);
const browser = await launch(executablePath);

// Opens a page. One with a status of 400 or more is a complaint unless it is expected.
const open = async (path, options = {}) => {
  const isOwn = (url) => url.startsWith(address);
  const { tab, close } = await watched(browser, { isOwn, baseURL: address, ...options });
  await tab.goto(path);
  return { tab, close };
};

const error = 'McpError: MCP error -32001: Request timed out\n    at Timeout.timeoutHandler (/srv/client.js:219:51)';
const pages = ['/', '/?kind=rule', '/search', '/cards/no-response', '/cards/address-already-in-use', '/guides/', '/guides/which-channel', '/guides/failure-texts', '/questions', '/ask'];
const hostile = '/cards/hostile-hostile-hostile-hostile-hostile-hostile-hostile';

const steps = {
  'an error leads to its card, and a report to a count': async () => {
    const { tab, close } = await open('/');
    await tab.getByLabel('An error, as it was printed').fill(error);
    await tab.getByRole('button', { name: 'Search' }).click();
    await tab.getByRole('link', { name: 'A tool call is never answered' }).click();
    assert.match(tab.url(), /\/cards\/no-response$/);
    await tab.goBack();
    assert.equal(await tab.getByLabel('An error, as it was printed').inputValue(), error);
    await tab.getByRole('link', { name: 'A tool call is never answered' }).click();
    assert.equal(await tab.getByText('Nobody has reported yet').count(), 1);

    await tab.getByRole('button', { name: 'It worked' }).click();
    await tab.waitForURL(/report=counted/);
    assert.match(await tab.getByRole('status').textContent(), /Your report counts/);
    assert.equal(await tab.locator('.count').textContent(), '1 of 1 who tried this fix reported that it worked.');
    assert.match(await tab.getByRole('img').locator('title').textContent(), /1 of 1 worked/);
    await tab.getByText('The numbers', { exact: true }).click();
    assert.equal(await tab.locator('.outcomes tbody tr:visible').count(), 1);

    await tab.getByRole('button', { name: 'It did not work' }).click();
    await tab.waitForURL(/report=same-day/);
    assert.match(await tab.getByRole('status').textContent(), /counts already today/);
    assert.equal(await tab.locator('.count strong').textContent(), '1 of 1');
    await close();
  },
  'a refused note stays to be mended': async () => {
    const { tab, close } = await open('/cards/spawn-enoent', { expected: ['400 (Bad Request)'] });
    await tab.getByLabel('Words about it').fill('ask me@corp.io');
    await tab.getByRole('button', { name: 'It worked' }).click();
    assert.match(await tab.getByRole('alert').textContent(), /an e-mail address \(line 1, characters 5 to 14\)/);
    assert.equal(await tab.getByLabel('Words about it').inputValue(), 'ask me@corp.io');
    await tab.getByLabel('Words about it').fill('the <b>path</b> was wrong');
    await tab.getByRole('button', { name: 'It worked' }).click();
    await tab.waitForURL(/report=counted/);
    assert.equal(await tab.locator('.notes .said').textContent(), 'the <b>path</b> was wrong');
    await close();
  },
  'an error that is too long is refused with a page': async () => {
    const { tab, close } = await open('/', { expected: ['413 (Payload Too Large)'] });
    await tab.getByLabel('An error, as it was printed').fill('错'.repeat(16000));
    await tab.getByRole('button', { name: 'Search' }).click();
    assert.equal(await tab.locator('h1').textContent(), 'This text is too long');
    await close();
  },
  'a question is asked and answered': async () => {
    const { tab, close } = await open('/ask');
    await tab.getByLabel('Question').fill('Why does it hang?');
    await tab.getByRole('button', { name: 'Ask' }).click();
    await tab.waitForURL(/\/questions\/[0-9a-f]{32}/);
    await tab.getByLabel('Answer', { exact: true }).fill('It prints to stdout.\nPrint to stderr.');
    await tab.getByLabel('What to call you').fill('Ada');
    await tab.getByRole('button', { name: 'Answer' }).click();
    await tab.waitForURL(/done=answered/);
    assert.match(await tab.locator('.notes .meta').textContent(), /A person, “Ada”, \d{4}-\d\d-\d\d · not verified/);
    await tab.getByRole('link', { name: 'Questions' }).click();
    assert.equal(await tab.getByRole('link', { name: 'Why does it hang?' }).count(), 1);
    await close();
  },
  'the list goes on': async () => {
    const { tab, close } = await open('/');
    const first = await tab.locator('.cards a').first().textContent();
    await tab.getByRole('link', { name: 'Next page' }).click();
    assert.notEqual(await tab.locator('.cards a').first().textContent(), first);
    await tab.getByRole('link', { name: 'First page' }).click();
    assert.equal(await tab.locator('.cards a').first().textContent(), first);
    await close();
  },
  'the keyboard reaches the text and the form': async () => {
    const { tab, close } = await open('/');
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate(() => document.activeElement.className), 'skip');
    assert.ok(await tab.locator('.skip').evaluate((link) => link.getBoundingClientRect().left >= 0));
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate(() => document.activeElement.id), 'words');
    const outline = await tab.locator('#words').evaluate((field) => getComputedStyle(field).outlineStyle);
    assert.equal(outline, 'solid');
    await tab.keyboard.type('never answered');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/\/search\?q=never%20answered$/);
    assert.equal(await tab.getByRole('link', { name: 'A tool call is never answered' }).count(), 1);
    await close();
  },
  'pages fit a phone and a desk in light and dark': async () => {
    for (const [width, height] of [[390, 844], [1280, 900]]) {
      for (const colorScheme of ['light', 'dark']) {
        const { tab, close } = await open('/', { viewport: { width, height }, colorScheme });
        for (const path of ['/', '/cards/no-response', '/guides/which-channel', '/ask']) {
          await tab.goto(path);
          assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), width, path);
          assert.deepEqual(await tab.evaluate(contrasts), [], `${path} ${width} ${colorScheme}`);
          const name = path.replaceAll('/', '-').slice(1) || 'list';
          if (pictures) await tab.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true });
        }
        await close();
      }
    }
  },
  'no page is wider than a small phone': async () => {
    const { tab, close } = await open('/', { viewport: { width: 320, height: 640 } });
    for (const path of [...pages, hostile, '/search?q=txt.exe']) {
      await tab.goto(path);
      assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320, path);
    }
    await close();
  },
  'nothing that a card says is markup': async () => {
    const { tab, close } = await open(hostile);
    for (const path of [hostile, '/search?q=txt.exe', '/']) {
      await tab.goto(path);
      assert.equal(await tab.locator('script, style, iframe, img, svg[onload], a[href^="javascript"]').count(), 0, path);
      assert.ok((await tab.locator('main').textContent()).includes('</title><script>alert(1)</script>AAAA'), path);
    }
    if (pictures) {
      await tab.setViewportSize({ width: 320, height: 640 });
      await tab.goto(hostile);
      await tab.screenshot({ path: `${pictures}/hostile.png`, fullPage: true });
    }
    await close();
  },
  'pages have a language, a title, parts and labels': async () => {
    const { tab, close } = await open('/');
    const titles = new Set();
    for (const path of pages) {
      await tab.goto(path);
      titles.add(await tab.title());
      assert.equal(await tab.locator('html').getAttribute('lang'), 'en', path);
      assert.deepEqual(await tab.locator('h1, body > header, main, body > footer').evaluateAll((list) => list.map((one) => one.tagName)), ['HEADER', 'MAIN', 'H1', 'FOOTER'], path);
      await checkHeadings(tab, path);
      const nameless = await tab.locator('input:not([type=hidden]), textarea').evaluateAll((list) => list.filter((one) => one.labels.length === 0).length);
      assert.equal(nameless, 0, path);
      const ids = await tab.locator('[id]').evaluateAll((list) => list.map((one) => one.id));
      assert.equal(new Set(ids).size, ids.length, path);
      assert.equal(await tab.locator('script, [style], iframe').count(), 0, path);
    }
    assert.equal(titles.size, pages.length);
    await close();
  },
  'every link on the site leads somewhere': async () => {
    const { tab, close } = await open('/');
    const links = new Set();
    for (const path of pages) {
      await tab.goto(path);
      for (const link of await tab.locator('a[href^="/"], link[href^="/"]').evaluateAll((list) => list.map((one) => one.getAttribute('href')))) links.add(link);
    }
    const asked = [...links].filter((link) => !link.startsWith('/cards/') || link.includes('no-response'));
    for (const link of asked) assert.equal((await tab.request.get(link)).status(), 200, link);
    await close();
  },
};

await take(browser, steps);
