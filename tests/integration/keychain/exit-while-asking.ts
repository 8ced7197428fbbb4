import { forkKeytarChild, loadKeytarFrom } from '#electron/core/keychain/keytar-process.ts'
import { createKeytarSecrets } from '#electron/core/keychain/keytar-secrets.ts'
import { keytarChildSource } from './keytar-child-source.ts'

/** A process that leaves, when it is told to, in the middle of a question that nobody answers. */
const secrets = createKeytarSecrets({ load: loadKeytarFrom(() => forkKeytarChild(keytarChildSource)) })
secrets.get('store-key').catch(() => undefined)
process.on('message', () => process.exit(7))
