import type { Result } from '#shared/bridge/result.ts'
import type { TransferBatchView } from '#shared/bridge/transfer-batches.ts'
import { MAX_SAVED_FIELDS } from '#shared/domain/transfer-batch.ts'
import {
  BATCH_COLUMNS,
  BATCH_COMMON,
  cellField,
  cellOf,
  COMMON_CONTROL,
  DEALER_CONTROL,
  rowControl,
  type BatchField,
} from '#shared/domain/transfer-batch.ts'
import type { Client } from '../../replica/client.ts'
import { type Autosave, createAutosave } from '../autosave/autosave.ts'
import { entriesOf, type FormSource } from '../autosave/form-state.ts'

export type BatchForm = Autosave<BatchField, string>
type BatchSource = FormSource<BatchField, string>

/** Form source of a batch: every common field, and every cell. */
export function batchSource({ version, fields, accepted, rows }: TransferBatchView): BatchSource {
  const all = [...BATCH_COMMON, ...rows.flatMap(({ ord }) => BATCH_COLUMNS.map((one) => cellField(ord, one)))]
  return {
    version,
    fields: Object.fromEntries(all.map((name) => [name, fields[name] ?? ''])) as BatchSource['fields'],
    accepted,
  }
}

/** Acceptances that lapse when a field changes. */
function acceptedOf(field: BatchField): readonly string[] {
  if (field === 'dealerTaxId') return [DEALER_CONTROL]
  if (field === 'otherTaxId') return [COMMON_CONTROL]
  const cell = cellOf(field)
  return cell?.column === 'otherTaxId' ? [rowControl(cell.ord)] : []
}

/** Form of one batch, saved in the core as it is typed. */
function createBatchForm(
  { bridge, now }: Pick<Client, 'bridge' | 'now'>,
  batch: TransferBatchView,
): BatchForm {
  const { id } = batch
  const form: BatchForm = createAutosave<BatchField, string>({
    known: batchSource(batch),
    now,
    acceptedOf,
    /** A pasted block may be more than one call carries: each part is based on the version that the one before left. */
    async save(version, { fields, accepted }): Promise<Result<BatchSource>> {
      const entries = entriesOf(fields)
      let last = version
      for (let at = 0; at === 0 || at < entries.length; at += MAX_SAVED_FIELDS) {
        const part = Object.fromEntries(entries.slice(at, at + MAX_SAVED_FIELDS))
        const answer = await bridge.call('transfer-batches.save', {
          id,
          version: last,
          fields: part,
          ...(at === 0 && accepted && { accepted }),
        })
        if (!answer.ok) return answer
        last = answer.value.version
      }
      const { base } = form.store.getState().form
      return {
        ok: true,
        value: {
          version: last,
          fields: { ...base.fields, ...Object.fromEntries(entries) },
          accepted: accepted ?? base.accepted,
        },
      }
    },
    async read() {
      const answer = await bridge.call('transfer-batches.get', { id })
      return answer.ok ? { ok: true, value: batchSource(answer.value) } : answer
    },
  })
  return form
}

/** Form of a batch: the same instance while it has unsaved changes. */
export const batchForm = (client: Client, batch: TransferBatchView): BatchForm =>
  client.forms.of(keyOf(batch.id), () => createBatchForm(client, batch))

/** Call it when its page is left. */
export const leaveBatchForm = ({ forms }: Client, id: string, form: BatchForm): Promise<void> =>
  forms.leave(keyOf(id), form)

const keyOf = (id: string) => `transfer-batch ${id}`
