import type { ListTable, NewPlateList } from '#shared/bridge/plate-lists.ts'
import type { PlateList } from '#shared/domain/plate-list.ts'
import { MAX_LINE_TEXT } from '#shared/domain/plate-list-limits.ts'

/**
 * What is sent of a list that was read, without the plates that the user has taken out.
 * @param table how its file was read
 */
export function newListOf(
  read: PlateList,
  without: ReadonlySet<string>,
  table: ListTable | null,
): NewPlateList {
  const short = (text: string) => text.slice(0, MAX_LINE_TEXT)
  return {
    plates: read.plates
      .filter(({ vrm }) => !without.has(vrm))
      .map((plate) => ({ ...plate, written: short(plate.written), note: short(plate.note) })),
    unread: read.unread.map(({ line, text }) => ({ line, text: short(text) })),
    repeated: read.repeated,
    beyond: read.left,
    ...(table && { table }),
  }
}
