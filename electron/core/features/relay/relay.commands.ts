import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function relayCommands({ ask }: AccountQuestions): CommandsOf<'relay'> {
  return {
    'relay.pair': ({ address, code, name }) => ask(({ relay }) => relay.pair(address, code, name)),
    'relay.cancel-pairing': () =>
      ask(async ({ relay }) => {
        relay.cancelPairing()
        return ok({})
      }),
    'relay.forget': () => ask(({ relay }) => relay.forget()),
    'relay.retry': () => ask(({ relay }) => relay.retry()),
    'relay.devices': () => ask(({ relay }) => relay.devices()),
    'relay.revoke': ({ id }) => ask(({ relay }) => relay.revoke(id)),
    'relay.invite': () => ask(({ relay }) => relay.invite()),
    'relay.confirm': ({ id }) => ask(({ relay }) => relay.decide(id, 'confirm')),
    'relay.refuse': ({ id }) => ask(({ relay }) => relay.decide(id, 'refuse')),
    'relay.dismiss-invitation': () =>
      ask(async ({ relay }) => {
        relay.dismissInvitation()
        return ok({})
      }),
    'relay.inbox': () => ask(({ relay }) => relay.inbox()),
    'relay.subscribe': () => ask(({ relay }) => relay.subscribe()),
    'relay.check': () => ask(({ relay }) => relay.check()),
    'relay.dismiss-gap': () => ask(({ relay }) => relay.dismissGap()),
  }
}
