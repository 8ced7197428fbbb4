import type { Annotations, AnnotationFields } from '#shared/bridge/cases.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Client } from '../../replica/client.ts'
import { createAutosave, type Autosave } from '../autosave/autosave.ts'
import type { FormSource } from '../autosave/form-state.ts'

/** In reading order. */
export const ANNOTATION_FIELDS = [
  'client',
  'sellerName',
  'sellerTaxId',
  'buyerName',
  'buyerTaxId',
  'contractDate',
  'notes',
] as const satisfies readonly (keyof AnnotationFields)[]
export type AnnotationField = (typeof ANNOTATION_FIELDS)[number]

/** No field has warnings to accept: the office writes them for itself. */
type AnnotationSource = FormSource<AnnotationField, never>
export type AnnotationForm = Autosave<AnnotationField, never>

export const sourceOf = ({ version, fields }: Annotations): AnnotationSource => ({
  version,
  fields,
  accepted: [],
})

const asSource = (answer: Result<Annotations>): Result<AnnotationSource> =>
  answer.ok ? { ok: true, value: sourceOf(answer.value) } : answer

/** Form of the office's annotations of a procedure: the same instance while it has unsaved changes. */
export const annotationForm = (
  { forms, bridge, now }: Client,
  id: string,
  annotations: Annotations,
): AnnotationForm =>
  forms.of(keyOf(id), () =>
    createAutosave<AnnotationField, never>({
      known: sourceOf(annotations),
      now,
      save: async (version, { fields }) =>
        asSource(await bridge.call('annotations.save', { id, version, fields })),
      read: async () => asSource(await bridge.call('annotations.get', { id })),
      acceptedOf: () => [],
    }),
  )

/** Call it when its page is left. */
export const leaveAnnotationForm = ({ forms }: Client, id: string, form: AnnotationForm): Promise<void> =>
  forms.leave(keyOf(id), form)

const keyOf = (id: string) => `annotations ${id}`
