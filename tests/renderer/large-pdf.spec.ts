import { expect, type Page, test } from './seeded-test.ts'
import { open } from './actions.ts'
import { openPdf } from './states.ts'
import { hugePage, manyPages, photograph, photoPages, plainPages } from '#tests/fakes/large-pdfs.ts'

/** The caps of canvas-scale.ts, use-page-window.ts and print-sheet.ts, repeated so that raising one is a decision. */
const MAX_CANVAS_AREA = 3_600_000
const MAX_PAGES_HELD = 40
const MAX_PRINT_PAGES = 50
const MAX_PRINT_AREA = 4_400_000

const scroller = (page: Page) => page.locator('.pdf__pages')
const reading = (page: Page, n: number, of: number) =>
  page.getByRole('status', { name: `Página ${n} de ${of}`, exact: true })
const drawn = (page: Page, n: number) => page.locator(`[data-page="${n}"] canvas[data-drawn="true"]`)

/** Pages in the window, and the pixels of the largest canvas and of all of them. */
const held = (page: Page) =>
  page.evaluate(() => {
    const areas = [...document.querySelectorAll('canvas')].map(({ width, height }) => width * height)
    return {
      pages: document.querySelectorAll('[data-page]').length,
      largest: Math.max(0, ...areas),
      all: areas.reduce((sum, area) => sum + area, 0),
      nodes: document.querySelectorAll('*').length,
    }
  })

async function openFile(page: Page, pdf: Buffer) {
  await page.route('**/large.pdf', (route) => route.fulfill({ body: pdf }))
  // Tracks every canvas: removed ones must hold nothing.
  await page.addInitScript(() => {
    const create = document.createElement.bind(document)
    const canvases: WeakRef<HTMLCanvasElement>[] = []
    document.createElement = ((name: string, ...rest: []) => {
      const made = create(name, ...rest)
      if (made instanceof HTMLCanvasElement) canvases.push(new WeakRef(made))
      return made
    }) as typeof document.createElement
    Object.assign(window, {
      canvases: () => ({
        made: canvases.length,
        left: canvases
          .map((one) => one.deref())
          .filter((one) => one && !one.isConnected && one.width * one.height > 300 * 150).length,
      }),
    })
    window.print = () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('.print-sheet img')]
      const areas = pictures.map(({ naturalWidth, naturalHeight }) => naturalWidth * naturalHeight)
      document.documentElement.dataset['printed'] = String(pictures.length)
      document.documentElement.dataset['printedArea'] = String(Math.max(...areas))
    }
  })
  await open(page, 'complete')
  await page.evaluate(async () => {
    window.bridge.scene.pdf = new Uint8Array(await (await fetch('/large.pdf')).arrayBuffer())
  })
  await openPdf(page)
}

/** Lightness of the first page on screen, at its corner and further down: 0 to 255. */
async function shades(page: Page): Promise<[number, number]> {
  const box = await page.locator('.pdf__pages').boundingBox()
  if (!box) throw new Error('there are no pages')
  const clip = (x: number, y: number) => ({ x: box.x + x, y: box.y + y, width: 8, height: 8 })
  const lightness = async (x: number, y: number) => {
    const png = await page.screenshot({ clip: clip(x, y) })
    return page.evaluate(async (coded) => {
      const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!
      pen.drawImage(image, 0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3
    }, png.toString('base64'))
  }
  return [await lightness(60, 60), await lightness(box.width / 2, box.height - 40)]
}

/** Number of canvases created, and of those removed that still hold a picture. */
const canvases = (page: Page) =>
  page.evaluate(() => (window as unknown as { canvases: () => { made: number; left: number } }).canvases())

async function expectWithinCaps(page: Page) {
  const now = await held(page)
  expect(now.pages).toBeGreaterThan(0)
  expect(now.pages).toBeLessThanOrEqual(MAX_PAGES_HELD)
  expect(now.largest).toBeLessThanOrEqual(MAX_CANVAS_AREA)
  expect(now.all).toBeLessThanOrEqual(3 * MAX_CANVAS_AREA)
  expect(now.nodes).toBeLessThan(2_000)
  expect((await canvases(page)).left).toBe(0)
}

test('100,000 pages: the last, any by its number, and a drag of the bar; few of them exist', async ({
  page,
}) => {
  await openFile(page, manyPages(100_000))
  await expect(reading(page, 1, 100_000)).toBeVisible()
  await expectWithinCaps(page)
  await scroller(page).focus()
  await page.keyboard.press('End')
  await expect(drawn(page, 100_000)).toBeInViewport()
  await expectWithinCaps(page)

  await page.getByLabel('Ir a la página').fill('54321')
  await page.keyboard.press('Enter')
  await expect(drawn(page, 54_321)).toBeInViewport()
  await expect(reading(page, 54_321, 100_000)).toBeVisible()
  await expect(scroller(page)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(reading(page, 54_322, 100_000)).toBeVisible()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(drawn(page, 54_320)).toBeInViewport()

  await scroller(page).evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2
  })
  await expect(drawn(page, 50_000)).toBeInViewport()
  // On a small step, one pixel of the scrollbar is one pixel of the document.
  const top = () => page.locator('[data-page="50000"]').evaluate((one) => one.getBoundingClientRect().top)
  const before = await top()
  await scroller(page).evaluate((element) => element.scrollBy({ top: 100, behavior: 'instant' }))
  await expect.poll(async () => Math.round(before - (await top()))).toBe(100)
  await expectWithinCaps(page)
})

test('pages of other sizes above do not move what is read, nor does the zoom', async ({ page }) => {
  const pdf = await plainPages(30, (number) => (number % 2 === 0 ? [842, 595] : [595, 842]))
  await openFile(page, pdf)
  await page.getByLabel('Ir a la página').fill('20')
  await page.keyboard.press('Enter')
  await expect(drawn(page, 20)).toBeInViewport()
  const place = () =>
    page.evaluate(() => {
      const all = document.querySelector('.pdf__pages')!.getBoundingClientRect().top
      return Math.round(document.querySelector('[data-page="20"]')!.getBoundingClientRect().top - all)
    })
  // With a gap above it, once those above it are measured too.
  await expect(drawn(page, 19)).toBeAttached()
  expect(Math.abs((await place()) - 16)).toBeLessThanOrEqual(1)
  await page.keyboard.press('ControlOrMeta++')
  await expect(page.getByText('125 %')).toBeVisible()
  await expect.poll(async () => Math.abs((await place()) - 16)).toBeLessThanOrEqual(1)
})

test('a huge page is drawn within the cap at any zoom, and printed on one sheet', async ({ page }) => {
  await openFile(page, await hugePage(14_400, 14_400))
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ControlOrMeta++')
  await expect(page.getByText('300 %')).toBeVisible()
  await expect.poll(async () => (await held(page)).largest).toBeGreaterThan(MAX_CANVAS_AREA / 2)
  await expect(drawn(page, 1)).toBeAttached()
  await expectWithinCaps(page)
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  const area = Number(await page.locator('html').getAttribute('data-printed-area'))
  expect(area).toBeGreaterThan(1_000_000)
  expect(area).toBeLessThanOrEqual(MAX_PRINT_AREA)
  // A blank page has one colour: this one's cross is blue.
  const colours = await page.locator('.print-sheet img').evaluate((picture: HTMLImageElement) => {
    const canvas = new OffscreenCanvas(64, 64)
    const pen = canvas.getContext('2d')!
    pen.drawImage(picture, 0, 0, 64, 64)
    const { data } = pen.getImageData(0, 0, 64, 64)
    return new Set(Array.from({ length: 64 }, (_, at) => data[at * 65 * 4])).size
  })
  expect(colours).toBeGreaterThan(1)
  const serviceDocument = await page.pdf({ format: 'A4' })
  expect(serviceDocument.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('a page of hundreds of metres can be read to its end', async ({ page }) => {
  await openFile(page, await hugePage(4_000_000, 40_000_000))
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ControlOrMeta++')
  await expect(drawn(page, 1)).toBeAttached()
  await scroller(page).focus()
  await page.keyboard.press('End')
  const gap = () =>
    page.evaluate(() => {
      const end = document.querySelector('.pdf-page__paper')!.getBoundingClientRect().bottom
      return Math.round(document.querySelector('.pdf__pages')!.getBoundingClientRect().bottom - end)
    })
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  expect(await gap()).toBeLessThanOrEqual(40)
  await expectWithinCaps(page)
})

test('photographs come to the page as bitmaps, no larger than they are drawn', async ({ page }) => {
  // Chromium keeps a copy of a drawn video frame that nothing here can free.
  await page.addInitScript(() => {
    const { close } = VideoFrame.prototype
    VideoFrame.prototype.close = function () {
      document.documentElement.dataset['frames'] = 'yes'
      close.call(this)
    }
    const closeBitmap = ImageBitmap.prototype.close
    ImageBitmap.prototype.close = function () {
      document.documentElement.dataset['bitmap'] = `${this.width}×${this.height}`
      closeBitmap.call(this)
    }
  })
  await openFile(page, await photoPages(1, await photograph(page)))
  await expect(drawn(page, 1)).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('data-bitmap', '2480×3508')
  await expect(page.locator('html')).not.toHaveAttribute('data-frames')
  await expectWithinCaps(page)
  // The photograph goes from a light corner to darker ones.
  const [corner, middle] = await shades(page)
  expect(corner).toBeGreaterThan(180)
  expect(middle).toBeLessThan(170)
})

test('leaps through a long PDF show nothing on a page that left, and use the same few canvases', async ({
  page,
}) => {
  await openFile(page, await plainPages(400))
  await expect(drawn(page, 1)).toBeAttached()
  // Pages are removed between their drawing and its transfer to the canvas.
  await page.evaluate(() => {
    const { transferFromImageBitmap } = ImageBitmapRenderingContext.prototype
    ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (bitmap) {
      if (bitmap && this.canvas instanceof HTMLCanvasElement) {
        const shown = this.canvas.closest<HTMLElement>('[data-page]')
        if (!shown || shown.dataset['shown']) document.documentElement.dataset['shownLate'] = 'yes'
        else shown.dataset['shown'] = 'yes'
      }
      return transferFromImageBitmap.call(this, bitmap)
    }
  })
  for (let leap = 0; leap < 60; leap += 1) {
    await scroller(page).evaluate(
      (element, share) => {
        element.scrollTop = share * (element.scrollHeight - element.clientHeight)
      },
      ((leap * 37) % 60) / 60,
    )
    await page.waitForTimeout(45 + (leap % 12) * 4)
  }
  // The last leap is over: a key pressed before would be undone by it.
  await expect(page.getByRole('textbox', { name: 'Ir a la página' })).toHaveValue('154')
  await page.keyboard.press('Home')
  await expect(drawn(page, 1)).toBeInViewport()
  await expectWithinCaps(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-shown-late')
  // The browser may keep a copy of each canvas's last bitmap.
  expect((await canvases(page)).made).toBeLessThan(10)
})

test('a browser without a decoder of photographs reads PDFs all the same', async ({ page }) => {
  await page.route('**/pdf-worker*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `delete self.ImageDecoder;${await response.text()}` })
  })
  await openFile(page, await plainPages(2))
  await expect(drawn(page, 1)).toBeInViewport()
})

test('as many sheets as pages; of a long PDF, those that are asked for', async ({ page }) => {
  await openFile(page, await plainPages(12))
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '12')
  const serviceDocument = await page.pdf({ format: 'A4' })
  expect(serviceDocument.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(12)

  await open(page, 'pdf-long')
  await openPdf(page)
  await page.keyboard.press('ControlOrMeta+p')
  const prompt = page.getByRole('dialog', { name: 'Imprimir una parte' })
  await expect(prompt).toContainText(
    `tiene 120 páginas y desde aquí se imprimen ${MAX_PRINT_PAGES} como mucho cada vez`,
  )
  await expect(prompt.getByLabel('De la página')).toBeFocused()
  await prompt.getByLabel('De la página').fill('10')
  await prompt.getByLabel('A la página', { exact: true }).fill('9')
  await page.keyboard.press('Enter')
  await expect(prompt.getByRole('alert')).toContainText('Escribe dos páginas entre la 1 y la 120')
  await prompt.getByLabel('A la página', { exact: true }).fill('60')
  await page.keyboard.press('Enter')
  await expect(prompt.getByRole('alert')).toContainText('Son 51 páginas')
  await prompt.getByLabel('A la página', { exact: true }).fill('13')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '4')
  await expect(prompt).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('.pdf')).toHaveCount(0)
})

test('printing is stopped: nothing goes to the printer', async ({ page }) => {
  await openFile(page, await plainPages(MAX_PRINT_PAGES))
  // Each page of the job waits for the test.
  await page.evaluate(() => {
    const { convertToBlob } = OffscreenCanvas.prototype
    const waiting: (() => void)[] = []
    OffscreenCanvas.prototype.convertToBlob = async function (...args) {
      const turn = new Promise<void>((resolve) => waiting.push(resolve))
      document.documentElement.dataset['asked'] = String(waiting.length)
      await turn
      return convertToBlob.apply(this, args)
    }
    Object.assign(window, { letGo: () => waiting.at(-1)?.() })
  })
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.getByText('Preparando 1 de 50 páginas para imprimir…')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-asked', '1')
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
  await expect(page.getByText('Preparando 2 de 50 páginas para imprimir…')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-asked', '2')
  await page.locator('.pdf__printing').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText(/Preparando/)).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
  // The preview still draws: the stopped job released its turn, and requested no other page.
  await page.keyboard.press('PageDown')
  await expect(drawn(page, 2)).toBeInViewport()
  await expect(page.locator('html')).toHaveAttribute('data-asked', '2')
  await expect(page.locator('html')).not.toHaveAttribute('data-printed')
  await expect(page.locator('.print-sheet')).toHaveCount(0)
})

test('a page that cannot be drawn says so, on screen and on its sheet', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll('.print-sheet__page')]
      document.documentElement.dataset['printed'] = sheets.map((sheet) => sheet.textContent).join('|')
    }
  })
  await open(page, 'pdf-torn')
  await openPdf(page)
  await page.keyboard.press('PageDown')
  const words = 'La página 2 no se ha podido dibujar. Guarda el PDF y ábrelo con tu lector.'
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', `|${words}`)
  await expect(page.getByText('1 página no se ha podido dibujar entera: su hoja lo dice.')).toBeAttached()
})

test('closing while a PDF is being read ends its worker', async ({ page }) => {
  await page.addInitScript(() => {
    const Real = Worker
    window.Worker = class extends Real {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args)
        document.documentElement.dataset['started'] = 'yes'
      }
      // Never reads, like one busy with a page tree.
      override postMessage() {}
      override terminate() {
        document.documentElement.dataset['ended'] = 'yes'
        super.terminate()
      }
    }
  })
  await open(page, 'complete')
  // Its key acts once the verdict is there.
  await page.getByRole('button', { name: 'Ver PDF oficial' }).waitFor()
  await page.keyboard.press('Alt+p')
  await expect(page.getByText('Preparando las páginas…')).toBeVisible()
  // The first run of StrictMode has ended by itself.
  await page.evaluate(() => delete document.documentElement.dataset['ended'])
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('data-ended', 'yes')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
