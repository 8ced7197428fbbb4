import { expect, test, type Page } from '@playwright/test'
import { injectContent, settled } from './content-page.ts'

/** Words of every verdict, and a plate that has none yet. */
const VERDICTS = [
  ['ok', 'transferible'],
  ['warn', 'con avisos'],
  ['stop', 'no transferible'],
  ['unknown', 'no registrada'],
  ['unknown', 'otra respuesta'],
  ['unknown', 'sin respuesta'],
  ['none', 'consultando…'],
  ['none', ''],
] as const
/** Letters that tell those words apart. */
const LETTERS = [...new Set(VERDICTS.flatMap(([, word]) => [...word.replaceAll(' ', '')]))]
/** A name of the page's own, the names of our design, and those that a browser has for itself. */
const FAMILIES = [
  'leak',
  'IBM Plex Sans Variable',
  'IBM Plex Sans',
  'Segoe UI Variable Text',
  'Segoe UI',
  'Noto Sans',
  '-apple-system',
  'BlinkMacSystemFont',
  'system-ui',
  'ui-sans-serif',
  'sans-serif',
  'serif',
  'Times New Roman',
  'Arial',
  'Helvetica',
  'DejaVu Sans',
  'Liberation Sans',
]

/** A page that puts its own fonts and values in the way of everything, and watches what the browser tells it. */
function spyingPage(html: string, isRegistering: boolean): string {
  const signs = ['ok', 'warn', 'stop', 'none'].map((sign) => `verdict-${sign}-mark`)
  const names = [
    'font-ui',
    'word',
    'bg-raised',
    'text',
    'sign-shape',
    'sign-drawing',
    'verdict-mark-on',
    ...signs,
  ]
  const faces = FAMILIES.flatMap((family) =>
    LETTERS.map(
      (letter) =>
        `@font-face { font-family: "${family}"; src: url("/font/${letter}/${family}");
          unicode-range: U+${letter.codePointAt(0)!.toString(16)} }`,
    ),
  )
  const values = names.map((name) => `--${name}: ${name === 'font-ui' ? 'leak' : `url("/value/${name}#x")`}`)
  return `<!doctype html><meta charset="utf-8"><title>x</title><style>${faces.join('')}
    ${
      isRegistering
        ? values
            .map((value) => value.split(': '))
            .map(
              ([name, value]) =>
                `@property ${name} { syntax: "*"; inherits: false; initial-value: ${value} }`,
            )
            .join('')
        : ''
    }
    html, html > div, html > div * { ${values.join(';')} }
    html > div { font-family: leak !important; ${values.map((value) => `${value} !important`).join(';')};
      width: max-content !important; height: auto !important; position: static !important; contain: none !important;
      direction: rtl !important; writing-mode: vertical-rl !important; transition: all 1s !important }
    </style>${html}<script>
    globalThis.heard = []
    for (const type of ['largest-contentful-paint', 'layout-shift', 'element', 'resource'])
      new PerformanceObserver((list) => {
        for (const { size, value, name } of list.getEntries()) heard.push([type, size ?? value ?? name].join(' '))
      }).observe({ type, buffered: true })
    </script>`
}

interface Spying {
  html: string
  /** Where its marks begin. */
  left: number
  /** Its values are registered: they are not inherited, and have a beginning of the page's own. */
  isRegistering: boolean
}

/** Waits until the browser has reported an entry of this type to the page. */
const heard = (page: Page, type: string) =>
  page.waitForFunction(
    (start) => (globalThis as unknown as { heard: string[] }).heard.some((entry) => entry.startsWith(start)),
    type,
  )

/** What such a page can tell, one verdict at a time. */
async function told(
  page: Page,
  { html, left, isRegistering }: Spying,
  [sign, word]: (typeof VERDICTS)[number],
) {
  const requests: string[] = []
  await page.route('http://page.example/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/')
      return route.fulfill({ contentType: 'text/html', body: spyingPage(html, isRegistering) })
    requests.push(pathname)
    return route.fulfill({ status: 404 })
  })
  await page.goto('http://page.example/')
  // The page's own text is painted in a frame of its own: its size is always reported before the size of a mark.
  await heard(page, 'largest-contentful-paint')
  const content = await injectContent(page)
  await content.scan()
  await content.send({
    type: 'content.verdicts',
    rows: ['1234BCD', '5678FGH'].map((vrm) => ({ vrm, sign, word })),
  })
  await settled(page)
  // The browser reports paints in the order of the frames. This one is after the marks.
  await page.evaluate(() => {
    const last = document.createElement('i')
    last.setAttribute('elementtiming', 'last')
    last.style.cssText = 'position:fixed;right:0;bottom:0'
    last.textContent = '.'
    document.body.append(last)
  })
  await heard(page, 'element')
  await page.evaluate(() => document.querySelector('[elementtiming]')?.remove())
  const shown = await content.marks()
  expect(shown.length).toBeGreaterThan(0)
  for (const mark of shown) {
    expect(mark.sign).toBe(sign)
    expect(mark.word).toContain(word)
  }
  const seen = await page.evaluate(async (from) => {
    const to = Math.min(innerWidth, from + 180)
    const host = [...document.documentElement.children].at(-1)!
    const points: string[] = []
    for (let x = from; x < to; x++)
      for (let y = 0; y < 60; y++) if (document.elementFromPoint(x, y) === host) points.push(`${x},${y}`)
    // Dots under everything tell where something lies over them.
    const dots: HTMLElement[] = []
    for (let x = from; x < to; x += 3)
      for (let y = 0; y < 60; y += 3) {
        const dot = document.createElement('i')
        dot.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:1px;height:1px;background:red`
        dot.dataset['at'] = `${x},${y}`
        dots.push(dot)
      }
    document.body.append(...dots)
    const covered = await new Promise<string[]>((resolve) => {
      const observer = new IntersectionObserver(
        (entries) => {
          observer.disconnect()
          const isCovered = (entry: IntersectionObserverEntry & { isVisible?: boolean }) => !entry.isVisible
          resolve(entries.filter(isCovered).map(({ target }) => (target as HTMLElement).dataset['at']!))
        },
        { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
      )
      for (const dot of dots) observer.observe(dot)
    })
    for (const dot of dots) dot.remove()
    const { scrollWidth, scrollHeight } = document.documentElement
    const { fonts } = document
    return {
      points: points.join(' '),
      covered: covered.join(' '),
      sizes: [
        scrollWidth,
        scrollHeight,
        document.body.scrollWidth,
        host.scrollWidth,
        host.clientWidth,
      ].join(),
      box: JSON.stringify(host.getBoundingClientRect()),
      fonts: [...fonts]
        .filter(({ status }) => status !== 'unloaded')
        .map(({ family, unicodeRange }) => [family, unicodeRange].join()),
      heard: (globalThis as unknown as { heard: string[] }).heard.toSorted(),
    }
  }, left)
  return { ...seen, requests: requests.toSorted() }
}

for (const [name, spying] of [
  ['with room', { html: `<p style="font-size:9px">1234 BCD</p>`, left: 40, isRegistering: false }],
  ['with values of its own kind', { html: '<p>1234 BCD</p>', left: 60, isRegistering: true }],
  [
    'at the edge',
    {
      html: `<div style="overflow:hidden"><p style="width:3000px;padding-left:${1280 - 110}px">5678 FGH</p></div>`,
      left: 1100,
      isRegistering: false,
    },
  ],
  [
    'right to left',
    {
      html: `<script>document.documentElement.dir = 'rtl'</script><p style="text-align:end">5678 FGH</p>`,
      left: 0,
      isRegistering: false,
    },
  ],
] as const)
  test(`a page with its own fonts, values and watchers tells no verdict from another: ${name}`, async ({
    browser,
  }) => {
    const seen: [string, unknown][] = []
    for (const verdict of VERDICTS) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
      seen.push([verdict.join(' '), await told(page, spying, verdict)])
      await page.close()
    }
    const [[, first] = []] = seen
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(seen.map(([verdict]) => [verdict, first])))
    expect(first).toMatchObject({ fonts: [], requests: [] })
    expect(first).not.toMatchObject({ points: '' })
  })
