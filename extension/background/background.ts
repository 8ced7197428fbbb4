// First: every schema made after it makes no code at run time.
import { schemaConfig } from './jitless.ts'
import { startBackground } from './start-background.ts'

if (schemaConfig.jitless !== true) throw new Error('Schemas would make code at run time.')
startBackground(chrome)
