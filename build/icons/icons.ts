/** Sides that Windows shows: lists, the taskbar, the Start menu and large tiles, at 100 to 200 %. */
export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const

export interface IcoImage {
  size: number
  png: Buffer
}

const HEADER = 6
const ENTRY = 16

/** Puts PNG images into one .ico file. Windows accepts PNG images in this format since Vista. */
export function toIco(images: readonly IcoImage[]): Buffer {
  const header = Buffer.alloc(HEADER + ENTRY * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  images.forEach(({ size, png }, index) => {
    const at = HEADER + ENTRY * index
    // Width and height take one byte each. 0 means 256.
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

/** Types of an image in an .icns file, by its side in pixels. The same pixels serve one size at twice the density. */
const TYPES = new Map<number, readonly string[]>([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
])

export const ICNS_SIZES: readonly number[] = [...TYPES.keys()]

/**
 * Part of the side that the icon's ground fills on macOS: 824 of 1,024 pixels. macOS draws a shadow into the rest.
 */
export const MAC_GROUND = 824 / 1024

/** Puts PNG images, one of every size, into one .icns file. */
export function toIcns(images: readonly { size: number; png: Buffer }[]): Buffer {
  const blocks = images.flatMap(({ size, png }) => {
    const types = TYPES.get(size)
    if (types === undefined) throw new Error(`no type for ${size} pixels`)
    return types.map((type) => block(type, png))
  })
  return block('icns', Buffer.concat(blocks))
}

/** A type of four characters, the length with its own eight bytes, and the data. */
function block(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(data.length + 8, 4)
  return Buffer.concat([header, data])
}

/** Pictures of an .icns file. Throws if it is cut short. */
export function readIcns(bytes: Buffer): { type: string; data: Buffer }[] {
  if (bytes.toString('latin1', 0, 4) !== 'icns' || bytes.readUInt32BE(4) !== bytes.length)
    throw new Error('not an .icns file, or not all of it')
  const found: { type: string; data: Buffer }[] = []
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at + 4)
    found.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + length) })
    at += length
  }
  return found
}
