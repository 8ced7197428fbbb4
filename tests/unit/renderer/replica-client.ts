import { createClient } from '#renderer/replica/client.ts'
import { FakeBridge } from '#tests/renderer/harness/fake-bridge.ts'
import { NOW, scenes } from '#tests/renderer/harness/scenes.ts'

/** Lets everything settle that needs no time. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
/**
 * A client over a core that is played here.
 * @param soon runs what is read again after a paint: at once, if nothing else is given
 */
export async function start(soon: (run: () => void) => void = (run) => run()) {
  const { route: _, ...scene } = scenes['alerts']!()
  const bridge = new FakeBridge(scene, () => NOW)
  const client = createClient(bridge, () => NOW, soon)
  await settle()
  const asked = (name: string) => bridge.calls.filter((call) => call.name === name).length
  return { bridge, client, asked }
}
