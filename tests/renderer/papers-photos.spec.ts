import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { button } from './procedure-actions.ts'
import { documents, give } from './states-documents.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** A photo as a telephone writes it: on its side, with where it was taken. Seen, it is 200 × 300, red at the top. */
async function photo(page: Page, name: string) {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 200)
    const pen = canvas.getContext('2d')!
    pen.fillStyle = 'blue'
    pen.fillRect(0, 0, 300, 200)
    pen.fillStyle = 'red'
    pen.fillRect(0, 0, 60, 200)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const ifd = Buffer.from('4d4d002a0000000800010112000300000001000600000000000000', 'hex')
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), ifd, Buffer.from('GPS 40.4168 -3.7038')])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  const jpeg = Buffer.from(bytes)
  const buffer = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    exif,
    jpeg.subarray(2),
  ])
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Bytes of a document of the draft. */
const bytesOf = async (page: Page, name: string) =>
  Buffer.from(
    await page.evaluate((wanted) => {
      const document = window.bridge.scene.drafts?.[0]?.documents.find((one) => one.name === wanted)
      const bytes = window.bridge.scene.files?.[document?.id ?? '']
      return bytes instanceof Uint8Array ? [...bytes] : []
    }, name),
  )

/** Size of a picture and the colour at its top, as it is seen. */
const seen = (page: Page, bytes: Buffer) =>
  page.evaluate(
    async (given) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(given)]))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const pen = canvas.getContext('2d')!
      pen.drawImage(image, 0, 0)
      const [red = 0, , blue = 0] = pen.getImageData(image.width / 2, 10, 1, 1).data
      return { width: image.width, height: image.height, top: red > blue ? 'red' : 'blue' }
    },
    [...bytes],
  )

test('a photo that is turned, and those that are joined, are as they were seen and say nothing of where', async ({
  page,
}) => {
  await open(page, 'documents-none')
  await documents(page)
  await give(page, [await photo(page, 'cara.jpg')])
  await expect(button(page, /^Ver cara\.jpg/)).toBeVisible()
  const given = await bytesOf(page, 'cara.jpg')
  expect(given.includes('GPS 40.4168')).toBe(true)
  expect(await seen(page, given)).toEqual({ width: 200, height: 300, top: 'red' })
  await button(page, /^Ver cara\.jpg/).click()
  await button(page, 'Girar y enderezar…').click()
  await button(page, 'Girar a la derecha').click()
  await button(page, 'Girar a la derecha').click()
  await button(page, 'Usar así').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(async () => (await bytesOf(page, 'cara.jpg')).equals(given)).toBe(false)
  const turned = await bytesOf(page, 'cara.jpg')
  expect(await seen(page, turned)).toEqual({ width: 200, height: 300, top: 'blue' })
  expect([turned.includes('Exif'), turned.includes('GPS')]).toEqual([false, false])

  await give(page, [await photo(page, 'cruz.jpg')])
  await expect(button(page, /^Ver cruz\.jpg/)).toBeVisible()
  await button(page, 'Unir imágenes en un PDF…').click()
  await button(page, 'Unir 2 imágenes').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, /^Ver cara\.pdf/)).toBeVisible()
  const joined = await bytesOf(page, 'cara.pdf')
  expect([joined.includes('Exif'), joined.includes('GPS')]).toEqual([false, false])
  const sizes = [...joined.toString('latin1').matchAll(/\/(Width|Height) (\d+)/g)].map(([size]) => size)
  expect(sizes.toSorted()).toEqual(['/Height 300', '/Height 300', '/Width 200', '/Width 200'])
})

test('thirty photos are decoded one at a time, and joining them is cancelled at once', async ({ page }) => {
  await open(page, 'file-page')
  await page.evaluate(async () => {
    let opened = 0
    const most = { opened: 0, made: 0, held: Promise.resolve() }
    Object.assign(window, { most })
    const make = window.createImageBitmap.bind(window) as (...args: unknown[]) => Promise<ImageBitmap>
    window.createImageBitmap = async (...args: unknown[]) => {
      most.opened = Math.max(most.opened, (opened += 1))
      most.made += 1
      await most.held
      const image = await make(...args)
      const close = image.close.bind(image)
      image.close = () => {
        opened -= 1
        close()
      }
      return image
    }
    const data = new DataTransfer()
    for (let at = 0; at < 30; at += 1) {
      const canvas = new OffscreenCanvas(400 + at, 300)
      canvas.getContext('2d')!.fillText(`foto ${at}`, 10, 10)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
      data.items.add(new File([blob], `foto ${at}.jpg`, { type: 'image/jpeg' }))
    }
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))
  })
  const most = () =>
    page.evaluate(() => (window as unknown as { most: { opened: number; made: number } }).most)
  await expect(button(page, 'Subir 30 documentos')).toBeEnabled({ timeout: 30_000 })
  await button(page, 'Unir imágenes en un PDF…').click()
  await expect(dialog(page).locator('canvas[data-drawn="true"]').first()).toBeVisible()
  // Held, it is still at work when it is cancelled.
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign((window as unknown as { most: object }).most, { held: promise, release: resolve })
  })
  await button(page, 'Unir 30 imágenes').click()
  await expect(dialog(page).getByText(/^Preparando \d+ de 30…$/)).toBeVisible()
  await button(page, 'Cancelar').click()
  await page.evaluate(() => (window as unknown as { most: { release: () => void } }).most.release())
  await expect(button(page, 'Unir 30 imágenes')).toBeEnabled()
  await expect(page.locator('.batch-row')).toHaveCount(30)
  await button(page, 'Unir 30 imágenes').click()
  await expect(dialog(page)).toHaveCount(0, { timeout: 30_000 })
  await expect(page.locator('.batch-row')).toHaveCount(1)
  // Of the thumbnails and of what is joined.
  const { opened, made } = await most()
  expect(made).toBeGreaterThan(30)
  expect(opened).toBeLessThanOrEqual(2)
  expect(await called(page, 'attachments.add')).toEqual([])
})

test('one that disappeared is named, and the others are joined without it', async ({ page }) => {
  await open(page, 'file-page')
  await page.evaluate(async () => {
    const files: File[] = []
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      const canvas = new OffscreenCanvas(40 + files.length, 30)
      canvas.getContext('2d')
      files.push(new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' }))
    }
    Object.assign(window, {
      lose: () => Object.assign(files[1]!, { arrayBuffer: () => Promise.reject(new Error('gone')) }),
    })
    const event = new DragEvent('drop', { cancelable: true, bubbles: true, dataTransfer: new DataTransfer() })
    event.dataTransfer!.items.add(files[0]!)
    Object.defineProperty(event.dataTransfer, 'items', {
      value: files.map((file) => ({ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file })),
    })
    dispatchEvent(event)
  })
  await expect(button(page, 'Subir 3 documentos')).toBeEnabled()
  await page.evaluate(() => (window as unknown as { lose: () => void }).lose())
  await button(page, 'Unir imágenes en un PDF…').click()
  await button(page, 'Unir 3 imágenes').click()
  await expect(dialog(page).getByRole('alert')).toContainText('«b.jpg» no se puede leer.')
  await dialog(page).getByRole('checkbox', { name: 'Usar b.jpg' }).uncheck()
  await button(page, 'Unir 2 imágenes').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('.batch-row')).toHaveCount(2)
})

test('a photo that cannot be seen is named, and the others are joined without it', async ({ page }) => {
  await open(page, 'file-page')
  const whole = await photo(page, 'cara.jpg')
  const heic = Buffer.concat([
    Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    Buffer.alloc(64),
  ])
  for (const [name, buffer] of [
    ['media.jpg', whole.buffer.subarray(0, 300)],
    ['movil.jpg', heic],
  ] as const) {
    await open(page, 'documents-none')
    await documents(page)
    const other = await photo(page, 'cruz.jpg')
    await give(page, [
      whole,
      { ...whole, name, buffer },
      { ...other, buffer: Buffer.concat([other.buffer, buffer]) },
    ])
    await expect(button(page, /^Ver cruz\.jpg/)).toBeVisible()
    await button(page, 'Unir imágenes en un PDF…').click()
    await button(page, 'Unir 3 imágenes').click()
    await expect(dialog(page).getByRole('alert')).toContainText(`«${name}» no se puede ver.`)
    await dialog(page)
      .getByRole('checkbox', { name: `Usar ${name}` })
      .uncheck()
    await button(page, 'Unir 2 imágenes').click()
    await expect(dialog(page)).toHaveCount(0)
  }
})
