import { join } from 'node:path'
import { ELECTRON_TARGETS, type TargetName } from './targets.ts'
import { makeStandIn } from './check/stand-in.ts'
import { pack } from './pack.ts'
const root = process.cwd()
for (const name of process.argv.slice(2) as TargetName[]) {
  const target = ELECTRON_TARGETS[name]
  const dist = join(root, 'out/stand-in', name)
  await makeStandIn(target, dist, '45.4.1').catch(() => undefined)
  try {
    console.log(
      await pack({
        root,
        target,
        outDir: join(root, 'dist/electron', name),
        electronDist: dist,
        inspect: (o) => console.log(JSON.stringify(o, null, 1)),
        nodeFor: async () => ({
          program: 'node_modules/node/package.json',
          licence: 'node_modules/node/README.md',
        }),
      }),
    )
  } catch (e) {
    console.log(e)
  }
}
