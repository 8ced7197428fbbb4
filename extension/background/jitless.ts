import { config } from 'zod'

/**
 * The browser forbids code generated at run time, and reports even the attempt. Import this module before any module
 * with a schema: each schema decides at its creation whether to generate code.
 */
export const schemaConfig = config({ jitless: true })
