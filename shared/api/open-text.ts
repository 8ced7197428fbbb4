import * as z from 'zod'

/**
 * A text of an open list: any value is valid, and the known ones are in the schema as `x-extensible-enum`.
 * The service's document turns each list into a named type (service/openapi/schemas.ts).
 */
export const openText = (known: readonly string[]) =>
  z
    .string()
    .min(1)
    .meta({ 'x-extensible-enum': [...known], examples: known.slice(0, 1) })
