import { forkKeytarChild, loadKeytarFrom } from '#electron/core/keychain/keytar-process.ts'
import { createKeytarSecrets } from '#electron/core/keychain/keychain.ts'
import { keytarChildSource } from './keytar-child-source.ts'

/** Process that exits on request, during a keychain call that is never answered. */
const secrets = createKeytarSecrets({ load: loadKeytarFrom(() => forkKeytarChild(keytarChildSource)) })
secrets.get('store-key').catch(() => undefined)
process.on('message', () => process.exit(7))
