import { displayPlate } from '#shared/domain/plates/display.ts'
import { BATCH_COLUMNS, cellField, type BatchField } from '#shared/domain/transfer-batch.ts'
import { transferBatchText as text } from '#shared/text/app-transfer-batches.ts'
import type { GridRow } from './use-batch.ts'

/** Names of every field of a batch: those of a cell with its plate. */
export const batchLabels = (
  rows: readonly GridRow[],
  other: 'seller' | 'buyer',
): Readonly<Record<BatchField, string>> => ({
  ...text.commonLabels,
  ...Object.fromEntries(
    rows.flatMap(({ ord, vrm }) =>
      BATCH_COLUMNS.map((column) => [cellField(ord, column), text.cell(column, displayPlate(vrm), other)]),
    ),
  ),
})
