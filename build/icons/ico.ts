/** Sides that Windows shows: lists, the taskbar, the Start menu and large tiles, at 100 to 200 %. */
export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const

export interface IcoImage {
  size: number
  png: Buffer
}

const HEADER = 6
const ENTRY = 16

/** Puts PNG images into one .ico file. Windows reads them as they are since Vista. */
export function toIco(images: readonly IcoImage[]): Buffer {
  const header = Buffer.alloc(HEADER + ENTRY * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  images.forEach(({ size, png }, index) => {
    const at = HEADER + ENTRY * index
    // A byte each; 0 stands for 256.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}
