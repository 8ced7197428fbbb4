import { relativeAge } from '#shared/domain/age.ts'
import { connectionText as text } from '#shared/text/app.ts'
import { moment } from '#shared/text/app-dates.ts'
import { laneOf } from '#shared/text/app-relay-lane.ts'
import { useLink, useNow, useSlice } from '../../replica/use-replica.ts'

/** Connection state, in shape and words, with the lane that brings changes, and the possible age of the data on screen. */
export function ConnectionFoot() {
  const { shape, words, lane = '', detail } = useConnectionWords()
  const rest = lane && `, ${lane}`
  return (
    <div className="side__foot" title={`${words}${rest}`}>
      <div className="side__state">
        <span className={`dot dot--${shape}`} aria-hidden="true" />
        <span>
          {words}
          {rest && <span className="side__lane">{rest}</span>}
        </span>
      </div>
      <span>{detail}</span>
    </div>
  )
}

interface ConnectionWords {
  shape: 'ok' | 'idle' | 'down'
  words: string
  /** Of a service that answers: what brings its changes. */
  lane?: string
  detail: string
}

function useConnectionWords(): ConnectionWords {
  const { link } = useLink()
  const connection = useSlice('connection')
  const profile = useSlice('profile')
  const relay = useSlice('relay')
  const lane = relay ? laneOf(relay) : ''
  const now = useNow(15_000)
  if (link === 'closed') return { shape: 'down', words: text.closed, detail: '' }
  if (link === 'lost') return { shape: 'down', words: text.lost, detail: '' }
  if (!connection) return { shape: 'idle', words: text.connecting, detail: '' }

  const { state, lastContactAt, silentSince } = connection
  const service = profile?.environment === 'demo' ? text.demoService : ''
  const known = lastContactAt === undefined ? service : text.dataFrom(moment(lastContactAt, now))
  if (state === 'idle')
    return { shape: 'idle', words: lastContactAt === undefined ? text.idle : text.ready, detail: known }
  if (state === 'online' && silentSince !== undefined)
    return { shape: 'idle', words: text.silent, detail: text.silentFor(relativeAge(silentSince, now)) }
  if (state === 'online') {
    // The demonstration runs on this PC: naming the service is worth more than the time.
    const age = lastContactAt === undefined ? '' : text.lastContact(relativeAge(lastContactAt, now))
    return { shape: 'ok', words: text.online, lane, detail: service || age }
  }
  return { shape: 'down', words: text[state], detail: known }
}
