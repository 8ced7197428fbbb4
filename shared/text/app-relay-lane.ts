import type { RelaySlice } from '../bridge/relay.ts'

const laneWords: Readonly<Record<RelaySlice['state'], string>> = {
  none: '',
  connecting: '',
  'catching-up': 'por relé',
  live: 'por relé',
  longpoll: 'por relé',
  retrying: 'sin relé',
  revoked: 'sin relé',
  asleep: 'sin relé',
}

/**
 * Lane after the words of the connection: «Al día, por relé». Without a relay there is one lane only, and while the
 * first connection is made it is not known yet: neither is said. A PC that cannot open sealed events asks the service.
 */
export const laneOf = ({ state, sealing }: Pick<RelaySlice, 'state' | 'sealing'>): string =>
  sealing.state === 'blind' && laneWords[state] === laneWords.live ? laneWords.retrying : laneWords[state]
