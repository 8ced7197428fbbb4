import type { Draw } from './draw.ts'

/** An id in the format of a version 4 UUID, determined by the draw. */
export function seededId(draw: Draw): string {
  const hex = Array.from({ length: 32 }, () => draw(16).toString(16)).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
