import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../../design/data-table.tsx'
import { ListFoot } from '../../design/list.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useFootKeys, useLetters } from '../../shortcuts/key-hints.tsx'
import type { ShortcutId } from '../../shortcuts/table.ts'

export interface ListTableProps<R> extends Omit<DataTableProps<R>, 'density' | 'letters'> {
  foot?: {
    count: string
    keys: readonly (readonly [id: ShortcutId, does: string])[]
    apart?: ReactNode
  }
}

/** Table of a list with the user's settings, and its foot. `renderCells` must be stable, or rows render again. */
export function ListTable<R>({ foot, ...table }: ListTableProps<R>) {
  const settings = useSlice('settings')
  const letters = useLetters()
  const footKeys = useFootKeys()
  return (
    <>
      <DataTable {...table} density={settings?.density ?? 'comfortable'} letters={letters} />
      {foot && <ListFoot count={foot.count} keys={footKeys(foot.keys)} apart={foot.apart} />}
    </>
  )
}
