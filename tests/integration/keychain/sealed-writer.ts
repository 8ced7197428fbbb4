import { createSealedSecrets } from '#electron/core/keychain/sealed-secrets.ts'
import { quickDerive } from './quick-derive.ts'

/** Writes consecutive numbers into a sealed file until killed, and prints each one saved. */
const [path = '', passphrase = ''] = process.argv.slice(2)
const sealed = createSealedSecrets({ path, derive: quickDerive })
await sealed.unlock(passphrase)
for (let count = Number(await sealed.get('count')) + 1; ; count++) {
  await sealed.set('count', String(count))
  process.send?.(count)
}
