import { createSealedSecrets } from '#electron/core/keychain/sealed-secrets.ts'
import { quickDerive } from './quick-derive.ts'

/** Writes one number after another into a sealed file until it is killed, and says each that was kept. */
const [path = '', passphrase = ''] = process.argv.slice(2)
const sealed = createSealedSecrets({ path, derive: quickDerive })
await sealed.unlock(passphrase)
for (let count = Number(await sealed.get('count')) + 1; ; count++) {
  await sealed.set('count', String(count))
  process.send?.(count)
}
