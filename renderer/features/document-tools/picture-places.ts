/** A4 in points. */
const A4 = { width: 595.28, height: 841.89 } as const
const MARGIN = 24

interface Size {
  width: number
  height: number
}
interface PicturePlace extends Size {
  x: number
  y: number
}
export interface PicturePage extends Size {
  pictures: (PicturePlace & { index: number })[]
}

/**
 * Places of pictures on pages of A4, in order: each as large as fits, centred in its part of the page. A page with
 * one picture is turned to its shape.
 * @param perPage one, or two one under the other
 */
export function placePictures(sizes: readonly Size[], perPage: 1 | 2): PicturePage[] {
  const pages: PicturePage[] = []
  for (let at = 0; at < sizes.length; at += perPage) {
    const mine = sizes.slice(at, at + perPage)
    const [only] = mine
    const isWide = mine.length === 1 && perPage === 1 && only !== undefined && only.width > only.height
    const page = isWide ? { width: A4.height, height: A4.width } : { ...A4 }
    const slot = (page.height - MARGIN) / perPage
    pages.push({
      ...page,
      pictures: mine.map((size, place) => {
        const room = { width: page.width - 2 * MARGIN, height: slot - MARGIN }
        const scale = Math.min(room.width / size.width, room.height / size.height)
        const width = size.width * scale
        const height = size.height * scale
        // PDF counts from the bottom.
        const bottom = page.height - MARGIN - (place + 1) * slot + MARGIN
        return {
          index: at + place,
          x: (page.width - width) / 2,
          y: bottom + (room.height - height) / 2,
          width,
          height,
        }
      }),
    })
  }
  return pages
}
