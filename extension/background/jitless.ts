import { config } from 'zod'

/**
 * The browser forbids code made at run time, and reports even the attempt. Imported before anything with a schema, which
 * decides when it is made.
 */
export const schemaConfig = config({ jitless: true })
