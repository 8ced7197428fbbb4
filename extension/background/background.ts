// This import is first: every schema created after it generates no code at run time.
import { schemaConfig } from './jitless.ts'
import { startBackground } from './start-background.ts'

if (schemaConfig.jitless !== true) throw new Error('Schemas would make code at run time.')
startBackground(chrome)
