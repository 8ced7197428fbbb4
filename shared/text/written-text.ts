import { isUsableTemplate, renderTemplate } from '../domain/client-template.ts'

/**
 * Text of a verdict, apart from the other originals (`client-texts.ts`), which the first screen does not load.
 * Its sentences are the report's own: what an office writes around them never contradicts it.
 */
export const VERDICT_TEXT = '{matrícula}[ ({vehículo})]: {respuesta}'

const INVENTED = '(Datos inventados de la demostración.)'

/** @param own the office's text, used in place of the original if it can be */
export function writtenText(
  original: string,
  own: string | undefined,
  of: { fields: readonly string[]; values: Readonly<Record<string, string | undefined>>; demo: boolean },
): string {
  const { fields, values, demo } = of
  const template = own !== undefined && isUsableTemplate(own, fields) ? own : original
  const text = renderTemplate(
    template,
    Object.fromEntries(fields.map((field) => [field, values[field] ?? ''])),
  )
  // A message leaves the banner of the demonstration behind.
  return demo ? `${text} ${INVENTED}` : text
}
