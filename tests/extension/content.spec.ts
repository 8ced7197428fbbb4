import { expect, test } from '@playwright/test'
import { injectContent } from './content-page.ts'

const vrms = (plates: readonly { vrm: string }[]) => plates.map(({ vrm }) => vrm)

test('plates split over inline elements are one, over cells and blocks they are not', async ({ page }) => {
  await page.setContent(`
    <p><b>1234</b> <span>BCD</span> y <i>56</i>78<em>-FGH</em></p>
    <table><tr><td>9012</td><td>JKL</td></tr></table>
    <div>3456</div><div>LMN</div>
    <div style="display:flex;gap:40px"><span>7890</span><span>PRS</span></div>
    <div style="display:flex"><span>Golf</span><span>2345TVW</span><span>rojo</span></div>
    <p>Golf<b>2222</b>BBB</p>
    <p><span style="display:inline-block">4567</span><span style="display:inline-block;margin-left:4px">WXY</span></p>
    <p><span style="display:inline-block">4567</span><span style="display:inline-block;margin-left:90px">WXZ</span></p>
    <p>1111<br>BBB</p><p>1111\n        BBB</p><pre>3333\nBBB</pre>
    <p>B&shy;BB 5555&nbsp;&nbsp;CCC 66&#8203;66DDD</p>`)
  const content = await injectContent(page)
  expect(vrms(await content.plates())).toEqual([
    '1234BCD',
    '5678FGH',
    '2345TVW',
    '4567WXY',
    '1111BBB',
    '5555CCC',
    '6666DDD',
  ])
})

test('shadow roots and slots are read in their place, and frames by their own script', async ({ page }) => {
  await page.setContent(`
    <p>1111 BBB</p><div id="open">2222 BBB</div><p>3333 BBB</p><x-card><span slot="b">5555 BBB</span><i slot="a">4444 BBB</i></x-card>
    <iframe name="inner" srcdoc="<p>7777 BBB</p>"></iframe>
    <iframe name="other" sandbox srcdoc="<p>8888 BBB</p>"></iframe>
    <embed type="application/pdf" width="300" height="200">`)
  await page.evaluate(() => {
    const root = document.querySelector('#open')!.attachShadow({ mode: 'open' })
    root.innerHTML = '<p>9999 BBC <b>20</b>20BBD</p>'
    const card = document.querySelector('x-card')!.attachShadow({ mode: 'open' })
    card.innerHTML =
      '<div><slot name="a"></slot></div><div><slot name="b"></slot></div><slot name="c">6666 BBB</slot>'
  })
  const content = await injectContent(page)
  const found = await content.scan()
  // The light children of a host without a slot are not shown.
  expect(vrms(found.plates)).toEqual([
    '1111BBB',
    '9999BBC',
    '2020BBD',
    '3333BBB',
    '4444BBB',
    '5555BBB',
    '6666BBB',
  ])
  expect(found.unread).toEqual({ pdfs: 1, frames: 1 })
  expect(found.progress).toBe(1)
  const inner = await injectContent(page, 'inner')
  expect(vrms(await inner.plates())).toEqual(['7777BBB'])
})

test('fields are listed and the user’s own text is left alone', async ({ page }) => {
  await page.setContent(`
    <label>Matrícula <input value="1111 BBB"></label> <input type="search" value="ver 2222BBB">
    <textarea>3333 BBB&#10;4444 BBB&#10;5555&#10;BBB</textarea>
    <input type="password" value="6666BBB"><input type="hidden" value="7777BBB"><input style="display:none" value="1212BBB">
    <select><option>8888 BBB</option><option selected>9999 BBB</option></select>
    <div contenteditable id="mine">Hola, <b>1234</b> BCD y 5678 FGH</div>`)
  const html = await page.evaluate(() => document.body.outerHTML)
  const content = await injectContent(page)
  expect(vrms(await content.plates())).toEqual([
    '1111BBB',
    '2222BBB',
    '3333BBB',
    '4444BBB',
    '9999BBB',
    '1234BCD',
    '5678FGH',
  ])
  const marks = await content.marks()
  expect(marks).toHaveLength(7)
  // On the corner of the element, whose text they leave free.
  const box = (await page.locator('#mine').boundingBox())!
  const own = marks.slice(5)
  expect(own.every(({ x, y }) => x > box.x + box.width - 60 && y < box.y + 2)).toBe(true)
  expect(await page.evaluate(() => document.body.outerHTML)).toBe(html)
})

test('what is not rendered is not found', async ({ page }) => {
  await page.setContent(`
    <p hidden>1111 BBB</p><p style="display:none">2222 BBB</p><p style="visibility:hidden">3333 BBB</p>
    <details><summary>Más</summary>4444 BBB</details><div style="content-visibility:hidden">5555 BBB</div>
    <script>/* 6666 BBB */</script><style>/* 7777 BBB */</style><noscript>8888 BBB</noscript><template>9999 BBB</template>
    <p>12<span style="display:none">99</span>34 BCD</p><pre><code>2468 CDF</code></pre><svg><text y="20">1357 CDF</text></svg>`)
  const content = await injectContent(page)
  expect(vrms(await content.plates())).toEqual(['1234BCD', '2468CDF', '1357CDF'])
})

test('counts each occurrence, lists 1,000 plates and says how many more there are', async ({ page }) => {
  await page.setContent('<main></main>')
  await page.evaluate(() => {
    const rows = Array.from({ length: 1_100 }, (_, index) => `<p>matrícula ${3000 + index} BCD</p>`)
    document.querySelector('main')!.innerHTML = `${rows.join('')}<p>3000BCD, 3000-BCD</p>`
  })
  const content = await injectContent(page)
  const found = await content.scan()
  expect(found.plates).toHaveLength(1_000)
  expect(found.plates[0]).toEqual({ vrm: '3000BCD', count: 3, padded: false })
  expect(found.dropped).toBe(100)
})

test('a page that changes all the time is read in bounded work, and what is left of it is marked', async ({
  page,
}) => {
  await page.setContent('<main></main>')
  await page.evaluate(() => {
    const main = document.querySelector('main')!
    const row = (index: number) =>
      `<div><p>fila <b>${3000 + (index % 6000)}</b> BCD</p><p>${'texto '.repeat(40)}</p></div>`
    main.innerHTML = Array.from({ length: 4_000 }, (_, index) => row(index)).join('')
    let next = 0
    const { port1, port2 } = new MessageChannel()
    port2.addEventListener('message', () => {
      // Removes, adds and moves, among them where the scan is.
      for (let times = 0; times < 20; times++) {
        main.children[(next * 7_919) % main.children.length]?.remove()
        main.insertAdjacentHTML(times % 2 ? 'beforeend' : 'afterbegin', row(next++))
        main.prepend(main.lastElementChild!)
      }
      if (next < 60_000) port1.postMessage(null)
    })
    port2.start()
    port1.postMessage(null)
  })
  const content = await injectContent(page)
  const found = await content.scan()
  expect(found.state).toBe('done')
  expect(found.plates.length).toBeGreaterThan(100)
})

test('what the page removes while it is read does not end the scan', async ({ page }) => {
  await page.setContent('<main></main>')
  await page.evaluate(() => {
    const filler = `<section>${'<p><i>texto</i> y más</p>'.repeat(200)}</section>`
    document.querySelector('main')!.innerHTML = `${filler.repeat(400)}<p id="end">1234 BCD</p>`
    // Every section goes, one after another, while the scan is in one of them.
    const { port1, port2 } = new MessageChannel()
    port2.addEventListener('message', () => {
      document.querySelector('section')?.remove()
      document.querySelectorAll('section')[3]?.remove()
      port1.postMessage(null)
    })
    port2.start()
    port1.postMessage(null)
  })
  const content = await injectContent(page)
  expect(vrms(await content.plates())).toEqual(['1234BCD'])
})

test('a scan that is stopped keeps what it has, and a new one begins anew', async ({ page }) => {
  await page.setContent('<p>1234 BCD</p><main></main>')
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<p>relleno <b>de</b> texto 12</p>'.repeat(60_000)
  })
  const content = await injectContent(page)
  await content.run(
    `deliver({ type: 'content.scan', scan: 'a' }, { id: 'ventanilla' }); setTimeout(() => deliver({ type: 'content.stop' }, { id: 'ventanilla' }), 8)`,
  )
  await expect
    .poll(async () => (await content.events()).at(-1))
    .toMatchObject({ scan: 'a', state: 'stopped', plates: [{ vrm: '1234BCD' }] })
  expect(await content.scan()).toMatchObject({ state: 'done', plates: [{ vrm: '1234BCD' }] })
})

test('the selection is that of the focused field, else of the page, and never a password', async ({
  page,
}) => {
  await page.setContent(
    '<p id="text">el 1234 BCD</p><input id="field" value="ver 5678FGH"><input id="secret" type="password" value="9999BBB">',
  )
  const content = await injectContent(page)
  const selection = () => content.send({ type: 'content.selection' })
  expect(await selection()).toEqual({ text: '' })
  await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!))
  expect(await selection()).toEqual({ text: 'el 1234 BCD' })
  await page.locator('#field').evaluate((field: HTMLInputElement) => {
    field.focus()
    field.setSelectionRange(4, 11)
  })
  expect(await selection()).toEqual({ text: '5678FGH' })
  await page.locator('#secret').focus()
  await page.keyboard.press('Control+A')
  expect(await selection()).toEqual({ text: '' })
})

test('listens to its own extension only, and a second injection leaves the first in place', async ({
  page,
}) => {
  await page.setContent('<p>1234 BCD</p>')
  const content = await injectContent(page)
  await content.send({ type: 'content.scan', scan: 'x' }, { id: 'another' })
  await content.run(
    `deliver({ type: 'anything' }, { id: 'ventanilla' }); deliver(null, { id: 'ventanilla' })`,
  )
  expect(await content.events()).toEqual([])
  await content.scan()
  await content.inject()
  expect(await content.run('listeners.length')).toBe(1)
  expect(await content.marks()).toHaveLength(1)
})

test('one block of tens of thousands of pieces is cut between words, and its labels with them', async ({
  page,
}) => {
  await page.setContent('<div></div>')
  await page.evaluate(() => {
    const part = '<span>el coche usado </span><b>4821</b> KLM <i>de matrícula </i><u>M-123456</u> '
    document.querySelector('div')!.innerHTML = part.repeat(6_000)
  })
  const content = await injectContent(page)
  expect(await content.plates()).toEqual([
    { vrm: '4821KLM', count: 6_000, padded: false },
    { vrm: 'M123456', count: 6_000, padded: false },
  ])
})

for (const [name, html] of [
  ['one text', '1234 BCD '],
  ['a block of pieces', '<span>1234</span> <b>BCD</b> '],
  ['rows', '<p>1234 BCD</p>'],
] as const)
  test(`a page of one plate without an end is read and marked in part, and says so: ${name}`, async ({
    page,
  }) => {
    await page.setContent('<div></div>')
    await page.evaluate((part) => {
      document.querySelector('div')!.innerHTML = part.repeat(120_000)
    }, html)
    const content = await injectContent(page)
    // Marks that each frame makes.
    await content.run(`{
      globalThis.made = []
      let before = 0
      const count = () => {
        const now = markHosts.reduce((sum, [, root]) => sum + root.querySelectorAll('.mark').length, 0)
        if (now > before) made.push(now - before)
        before = now
      }
      const wait = requestAnimationFrame
      globalThis.requestAnimationFrame = (draw) => wait((at) => (draw(at), count()))
    }`)
    const found = await content.scan()
    expect(found.state).toBe('stopped')
    expect(found.plates).toEqual([{ vrm: '1234BCD', count: expect.any(Number), padded: false }])
    // A slow machine gives up before.
    expect(found.plates[0]!.count).toBeGreaterThan(2_000)
    expect(found.plates[0]!.count).toBeLessThan(101_000)
    expect(found.unmarked).toBe(found.plates[0]!.count - 2_000)
    await expect.poll(async () => (await content.marks()).length).toBeGreaterThan(40)
    const made = await content.run<number[]>('made')
    // A frame makes 40, and a tick of the marks' own clock may come before it.
    expect(Math.max(...made)).toBeLessThanOrEqual(120)
  })
