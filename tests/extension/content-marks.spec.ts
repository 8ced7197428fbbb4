import { expect, test, type Page } from '@playwright/test'
import { type ContentFrame, injectContent, settled } from './content-page.ts'

const ROWS = [
  { vrm: '1234BCD', sign: 'ok', word: 'Transferible' },
  { vrm: '5678FGH', sign: 'stop', word: 'No transferible' },
] as const

const PAGE = `<p id="first">El <b>1234 BCD</b> y luego otro texto largo en la misma línea, y más.</p>
  <ul><li id="second">5678 FGH</li></ul><table><tr><td>1234 BCD</td><td>Seat</td></tr></table>`

async function marked(page: Page, html = PAGE): Promise<ContentFrame> {
  await page.setContent(html)
  const content = await injectContent(page)
  await content.scan()
  await content.send({ type: 'content.verdicts', rows: ROWS })
  return content
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Where the plates of the page are. */
function plateBoxes(): Box[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const boxes: Box[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of (node as Text).data.matchAll(/1234 BCD|5678 FGH/g)) {
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      boxes.push(range.getBoundingClientRect().toJSON() as Box)
    }
  }
  return boxes
}

const distance = (one: Box, other: Box): number =>
  Math.max(
    one.x - other.x - other.width,
    other.x - one.x - one.width,
    one.y - other.y - other.height,
    other.y - one.y - one.height,
  )

/** Box of every element, and the size of the page. */
const layout = () => [
  document.scrollingElement!.scrollWidth,
  document.scrollingElement!.scrollHeight,
  ...Array.from(document.querySelectorAll('body, body *'), (element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x, y, width, height].join(' ')
  }),
]

test('draws the sign and the word of each plate, beside it', async ({ page }) => {
  const content = await marked(page)
  const marks = await content.marks()
  expect(marks.map(({ label, sign }) => [label, sign])).toEqual([
    ['1234 BCD: Transferible', 'ok'],
    ['5678 FGH: No transferible', 'stop'],
    ['1234 BCD: Transferible', 'ok'],
  ])
  // There is room beside the second; the first has text after it, and the third another cell.
  expect(marks.map(({ full }) => full)).toEqual([false, true, false])
  const second = (await page.locator('#second').boundingBox())!
  expect(marks[1]!.y).toBeGreaterThanOrEqual(second.y - 2)
  expect(marks[1]!.y + marks[1]!.height).toBeLessThanOrEqual(second.y + second.height + 2)
})

for (const doctype of ['<!doctype html>', ''])
  test(`the layout is the same before, during and after, and the document too: ${doctype || 'quirks'}`, async ({
    page,
  }) => {
    const html = `${doctype}${PAGE}<div style="width:100%;text-align:right">1234 BCD</div><div style="position:absolute;right:0;bottom:-300px">5678 FGH</div>`
    await page.setContent(html)
    const before = await page.evaluate(layout)
    const source = await page.evaluate(() => document.documentElement.outerHTML)
    const children = await page.evaluate(() => document.documentElement.childNodes.length)
    const content = await injectContent(page)
    await content.scan()
    await content.send({ type: 'content.verdicts', rows: ROWS })
    expect((await content.marks()).length).toBe(5)
    expect(await page.evaluate(layout)).toEqual(before)
    await content.send({ type: 'content.reveal', vrm: '5678FGH' })
    expect(await page.evaluate(layout).then(([width, height]) => [width, height])).toEqual(before.slice(0, 2))
    await content.send({ type: 'content.clear' })
    await page.evaluate(() => scrollTo(0, 0))
    await settled(page)
    expect(await page.evaluate(layout)).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(source)
    expect(await page.evaluate(() => document.documentElement.childNodes.length)).toBe(children)
  })

test('the page learns nothing of the verdicts', async ({ page }) => {
  // Everything that a page can put in the way, before the extension comes.
  await page.addInitScript(() => {
    const heard: string[] = []
    const note = (what: unknown) => heard.push(String(what))
    Object.assign(globalThis, { heard })
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      note('attachShadow')
      return attach.call(this, { ...init, mode: 'open' })
    }
    for (const name of ['push', 'map', 'filter', 'join'] as const) {
      const original = Array.prototype[name] as (...args: unknown[]) => unknown
      // oxlint-disable-next-line no-extend-native -- what a page may do
      Object.defineProperty(Array.prototype, name, {
        value(...args: unknown[]) {
          if (args.some((arg) => /transferible/i.test(String(arg)))) heard[heard.length] = `Array.${name}`
          return original.apply(this, args)
        },
      })
    }
    const stringify = JSON.stringify
    JSON.stringify = (...args: [unknown]) => {
      const text = stringify(...args)
      if (/transferible/i.test(text)) note('JSON')
      return text
    }
    globalThis.CustomEvent = class extends Event {
      constructor(type: string) {
        super(type)
        note('CustomEvent')
      }
    } as unknown as typeof CustomEvent
    const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!
    Object.defineProperty(Node.prototype, 'textContent', {
      ...text,
      set(value: string) {
        note(`textContent ${value}`)
        text.set!.call(this, value)
      },
    })
    addEventListener('message', ({ data }) => note(`message ${stringify(data)}`))
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records) {
          for (const node of addedNodes) note(`${type} ${(node as Element).outerHTML ?? node.textContent}`)
          if (type !== 'childList') note(`${type} ${target.nodeName}`)
        }
      }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })
  })
  await page.goto('data:text/html,<!doctype html><title>x</title>')
  await page.evaluate((html) => (document.body.innerHTML = html), PAGE)
  await page.evaluate(() => void ((globalThis as unknown as { heard: string[] }).heard.length = 0))
  const content = await injectContent(page)
  await content.scan()

  const probe = () => {
    const host = [...document.documentElement.children].at(-1) as HTMLElement
    const points: string[] = []
    for (let x = 0; x < 600; x += 2)
      for (let y = 0; y < 140; y += 2) if (document.elementFromPoint(x, y) === host) points.push(`${x},${y}`)
    return {
      outer: host.outerHTML,
      attributes: host.attributes.length,
      root: String(host.shadowRoot),
      text: [host.innerText, host.textContent, document.documentElement.innerText]
        .join('|')
        .includes('ransferible'),
      box: JSON.stringify(host.getBoundingClientRect()),
      style: [...getComputedStyle(host)]
        .map((name) => getComputedStyle(host).getPropertyValue(name))
        .join(';'),
      before: getComputedStyle(host, '::before').content,
      sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
      points: points.join(' '),
      found: ['Transferible', 'No transferible', 'No trans'].map((word) =>
        (window as unknown as { find: (text: string) => boolean }).find(word),
      ),
      animations: document.getAnimations().length,
      names: Object.keys(globalThis)
        .filter((name) => /ventanilla|markRoot/i.test(name))
        .join(),
      heard: (globalThis as unknown as { heard: string[] }).heard.filter(
        (one) => one !== 'childList <div></div>',
      ),
    }
  }
  const none = await page.evaluate(probe)
  const seen = []
  for (const [sign, word] of [
    ['ok', 'Transferible'],
    ['stop', 'No transferible'],
    ['warn', 'Con avisos'],
  ] as const) {
    await content.send({ type: 'content.verdicts', rows: ROWS.map(({ vrm }) => ({ vrm, sign, word })) })
    await settled(page)
    expect((await content.marks()).every((mark) => mark.sign === sign)).toBe(true)
    seen.push(await page.evaluate(probe))
  }
  // The marks are there to be pressed, and the same whatever they say.
  expect(none.points).not.toBe('')
  for (const one of seen) expect(one).toEqual(none)
  expect(none).toMatchObject({
    outer: '<div></div>',
    attributes: 0,
    root: 'null',
    text: false,
    before: 'none',
    sheets: 0,
    found: [false, false, false],
    animations: 0,
    names: '',
    heard: [],
  })
})

test('what points at a plate gives the page no way in', async ({ page }) => {
  const content = await marked(page)
  await content.send({ type: 'content.reveal', vrm: '5678FGH' })
  await settled(page)
  const targets = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML),
  )
  expect(targets).toEqual([])
})

test('a press of the user tells the plate, and a faked one does not', async ({ page }) => {
  const content = await marked(page)
  const pressed = async () => (await content.events()).filter(({ type }) => type === 'content.pressed')
  await page.evaluate(() => {
    const host = [...document.documentElement.children].at(-1) as HTMLElement
    for (let x = 0; x < 600; x += 4)
      for (let y = 0; y < 140; y += 4) {
        const at = document.elementFromPoint(x, y)
        if (at === host)
          for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
            at.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, clientX: x, clientY: y }))
      }
    host.click()
    postMessage({ type: 'content.pressed', vrm: '1234BCD' }, '*')
    dispatchEvent(new MessageEvent('message', { data: { type: 'content.clear' } }))
  })
  // Even in the closed root, by what would break into it.
  await content.run(
    `markRoot.querySelectorAll('button').forEach((button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true })))`,
  )
  expect(await pressed()).toEqual([])
  expect(await content.marks()).toHaveLength(3)
  const [, second] = await content.marks()
  await page.mouse.click(second!.x + second!.width / 2, second!.y + second!.height / 2)
  expect(await pressed()).toEqual([{ type: 'content.pressed', scan: 'scan-1', vrm: '5678FGH' }])
})

test('Tab and the focus stay in the page, and so does a selection', async ({ page }) => {
  const content = await marked(page, `<input id="a" value="texto"><p>1234 BCD</p><input id="b">`)
  await page.locator('#a').focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('b')
  const [mark] = await content.marks()
  await page.mouse.click(mark!.x + 5, mark!.y + 5)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('b')
})

test('marks follow their text: scrolled, inside a scroller, moved by the page; and go with it', async ({
  page,
}) => {
  const content = await marked(
    page,
    `<div id="box" style="height:120px;overflow:auto"><p>uno</p><p id="in">1234 BCD</p><p style="height:900px"></p></div>
     <div id="gap"></div><p id="out">5678 FGH</p><p style="height:3000px"></p>`,
  )
  const beside = async (id: string, label: string) => {
    const box = await page.locator(id).boundingBox()
    const mark = (await content.marks()).find((one) => one.label.startsWith(label))
    return mark && box ? Math.abs(mark.y + mark.height / 2 - (box.y + box.height / 2)) < 4 : null
  }
  expect(await beside('#in', '1234')).toBe(true)
  await page.evaluate(() => scrollTo(0, 60))
  await expect.poll(() => beside('#out', '5678')).toBe(true)
  await page.evaluate(() => document.querySelector('#box')!.scrollTo(0, 20))
  await expect.poll(() => beside('#in', '1234')).toBe(true)
  // Out of its scroller's window it has no mark.
  await page.evaluate(() => document.querySelector('#box')!.scrollTo(0, 500))
  await expect
    .poll(async () => (await content.marks()).map(({ label }) => label.slice(0, 4)))
    .toEqual(['5678'])
  await page.evaluate(() => (document.querySelector<HTMLElement>('#gap')!.style.height = '200px'))
  await expect.poll(() => beside('#out', '5678')).toBe(true)
  await page.evaluate(() => (document.querySelector('#out')!.firstChild!.textContent = 'vendido'))
  await expect
    .poll(async () => (await content.events()).at(-1))
    .toEqual({ type: 'content.gone', scan: 'scan-1', vrms: ['5678FGH'] })
  await page.evaluate(() => document.querySelector('#in')!.remove())
  await expect
    .poll(async () => (await content.events()).at(-1))
    .toEqual({ type: 'content.gone', scan: 'scan-1', vrms: ['1234BCD'] })
  // Without plates there is nothing of the extension in the page.
  expect(await page.evaluate(() => document.documentElement.lastElementChild?.localName)).toBe('body')
})

test('reveals a plate inside a scroller below the fold, each of its places in turn', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const content = await marked(
    page,
    `<p style="height:2000px">1234 BCD</p><div style="height:200px;overflow:auto"><p style="height:900px"></p><p id="deep">1234 BCD</p></div><p style="height:2000px"></p>`,
  )
  expect(await content.send({ type: 'content.reveal', vrm: '9999BBB' })).toEqual({ revealed: false })
  expect(await content.send({ type: 'content.reveal', vrm: '1234BCD' })).toEqual({ revealed: true })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await content.send({ type: 'content.reveal', vrm: '1234BCD' })
  const { y } = (await page.locator('#deep').boundingBox())!
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(720)
  expect(await content.run(`markRoot.querySelectorAll('.pulse').length`)).toBe(1)
})

test('a page with its own ideas changes nothing: its styles, its policy, its types', async ({ page }) => {
  await page.route('http://page.example/', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy':
          "default-src 'none'; style-src 'nonce-x'; require-trusted-types-for 'script'",
      },
      body: `<!doctype html><html style="font-size:40px"><style nonce="x">
        * { all: unset !important; display: none !important; color: red !important }
        html, body, p { display: block !important } div { transform: scale(3) !important; font-size: 90px !important }
        </style><p>1234 BCD</p>`,
    }),
  )
  await page.goto('http://page.example/')
  const content = await injectContent(page)
  await content.scan()
  await content.send({ type: 'content.verdicts', rows: ROWS })
  const [mark] = await content.marks()
  expect(mark).toMatchObject({ full: true, width: 18, height: 18 })
  expect(await content.run(`getComputedStyle(markRoot.querySelector('.mark__word')).fontSize`)).toBe('12px')
})

for (const [name, html, media] of [
  ['light', PAGE, {}],
  ['dark', `<style>body { background: #111; color: #eee }</style>${PAGE}`, {}],
  ['forced-colours', PAGE, { forcedColors: 'active' }],
  ['rtl', `<div dir="rtl">${PAGE}<p>‏مركبة 1234 BCD</p></div>`, {}],
  ['zoom-200', `<style>html { zoom: 2 }</style>${PAGE}`, {}],
] as const)
  test(`readable: ${name}`, async ({ page }) => {
    await page.emulateMedia(media)
    const content = await marked(page, html)
    const marks = await content.marks()
    expect(marks.length).toBeGreaterThanOrEqual(3)
    const boxes = await page.evaluate(plateBoxes)
    for (const { x, y, width, height } of marks) {
      expect(x >= 0 && x + width <= 1280).toBe(true)
      const distances = boxes.map((box) => distance(box, { x, y, width, height }))
      expect(Math.min(...distances)).toBeLessThanOrEqual(6)
      // Over a corner at most.
      expect(Math.min(...distances)).toBeGreaterThan(-9)
    }
    await page.screenshot({
      path: `test-results/extension-content/marks-${name}.png`,
      clip: { x: 0, y: 0, width: 1280, height: 260 },
    })
  })

const DIALOG = `<p>Fuera: 1234 BCD</p><dialog id="over" style="width:300px;height:120px;overflow:auto">
  <p id="inside">Dentro: 5678 FGH</p><div style="height:600px"></div></dialog>
  <div id="pop" popover="manual"><p>1234 BCD</p></div>`

/** What is drawn at the middle of a mark: the mark takes the press, or something is over it. */
const takesPress = (content: ContentFrame, index: number) =>
  content.run<boolean>(`{
    const { x, y, width, height } = shownMarks()[${index}]
    markHosts.some(([host]) => host === document.elementFromPoint(x + width / 2, y + height / 2))
  }`)

test('in a modal dialog the marks lie over it, take the press, and leave its own sizes alone', async ({
  page,
}) => {
  await page.setContent(DIALOG)
  const sizes = () =>
    page.locator('#over').evaluate((dialog) => [dialog.scrollWidth, dialog.scrollHeight, dialog.clientWidth])
  await page.locator('#over').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  const before = await sizes()
  const content = await injectContent(page)
  await content.scan()
  await content.send({ type: 'content.verdicts', rows: ROWS })
  await expect.poll(async () => (await content.marks()).length).toBe(2)
  const inside = (await content.marks()).findIndex(({ label }) => label.startsWith('5678'))
  expect(await takesPress(content, inside)).toBe(true)
  expect(await sizes()).toEqual(before)
  const box = (await page.locator('#inside').boundingBox())!
  const mark = (await content.marks())[inside]!
  expect(mark.y + mark.height / 2).toBeGreaterThan(box.y - 10)
  expect(mark.y + mark.height / 2).toBeLessThan(box.y + box.height + 10)
  await page.locator('#over').evaluate((dialog) => dialog.scrollTo(0, 300))
  await expect.poll(async () => (await content.marks()).length).toBe(1)
  await page.locator('#over').evaluate((dialog) => dialog.scrollTo(0, 0))
  await expect.poll(async () => (await content.marks()).length).toBe(2)
  await content.send({ type: 'content.clear' })
  expect(
    await page.locator('#over > :last-child').evaluate(({ id, childNodes }) => [id, childNodes.length]),
  ).toEqual(['', 0])
  expect(await page.evaluate(() => document.querySelectorAll('#over > *').length)).toBe(2)
})

test('a dialog that opens and closes takes the marks of its plates along', async ({ page }) => {
  await page.setContent(DIALOG)
  await page.locator('#over').evaluate((dialog: HTMLDialogElement) => dialog.show())
  const content = await injectContent(page)
  await content.scan()
  await content.send({ type: 'content.verdicts', rows: ROWS })
  const hosts = () => page.evaluate(() => document.querySelectorAll('#over > :not(p):empty').length)
  const before = await hosts()
  await page.locator('#over').evaluate((dialog: HTMLDialogElement) => {
    dialog.close()
    dialog.showModal()
  })
  await expect.poll(hosts).toBe(before + 1)
  const inside = (await content.marks()).findIndex(({ label }) => label.startsWith('5678'))
  expect(await takesPress(content, inside)).toBe(true)
  await page.locator('#over').evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect.poll(hosts).toBe(before)
  expect((await content.marks()).map(({ label }) => label)).toEqual(['1234 BCD: Transferible'])
})

test('in a popover too', async ({ page }) => {
  await page.setContent(DIALOG)
  await page.locator('#pop').evaluate((element: HTMLElement) => element.showPopover())
  const content = await injectContent(page)
  await content.scan()
  await content.send({ type: 'content.verdicts', rows: ROWS })
  await expect.poll(async () => (await content.marks()).length).toBe(2)
  for (const index of [0, 1]) expect(await takesPress(content, index)).toBe(true)
})
