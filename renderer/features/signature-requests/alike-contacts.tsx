import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { displayPhone } from '#shared/domain/phone.ts'
import { phoneCode } from '#shared/domain/search-text.ts'
import { alikeText as text } from '#shared/text/signatures.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { Button } from '../../design/button.tsx'
import { Choice } from '../../design/choices.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { TAIL } from './contact-cells.tsx'

type Pair = CommandResult<'contacts.alike'>['pairs'][number]
const NONE: readonly Pair[] = []

/** Pairs of contacts that may be one person. */
export const useAlikeContacts = (): readonly Pair[] => useQuery('contacts.alike', {}).data?.pairs ?? NONE

/** One line that offers to look at the pairs of contacts that may be one person. */
export function AlikeLine({ pairs }: { pairs: readonly Pair[] }) {
  /** Pairs of the dialog. They stay while colleagues answer. */
  const [asked, setAsked] = useState<readonly Pair[] | null>(null)
  return (
    <>
      <p className="small second contacts__alike">
        {text.line(pairs.length)}
        <Button size="low" onClick={() => setAsked(pairs)}>
          {text.review}
        </Button>
      </p>
      {asked && <AlikeDialog pairs={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Answers for one pair. The first two keep that contact. */
type Answer = 'one' | 'other' | 'distinct'

interface AlikeDialogProps {
  pairs: readonly Pair[]
  onClose: () => void
}

/** Asks for each pair whether both contacts are one person. A pair without an answer is asked about again. */
function AlikeDialog({ pairs, onClose }: AlikeDialogProps) {
  const { bridge } = useClient()
  const hidesNames = useHidesNames()
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const { task, run } = useOnce<'settle'>()
  const submit = async () => {
    const given = pairs.flatMap(({ one, other }) => {
      const answer = answers[pairKey({ one, other })]
      if (answer === undefined) return []
      const [keep, second] = answer === 'other' ? [other, one] : [one, other]
      return {
        keep: toSeen(keep),
        other: toSeen(second),
        answer: answer === 'distinct' ? ('distinct' as const) : ('join' as const),
      }
    })
    const done = await run('settle', () => bridge.call('contacts.settle-alike', { answers: given }))
    if (!done) return
    showToast(text.settled(done.value))
    onClose()
  }
  return (
    <FormDialog
      title={text.title}
      variant="wide"
      cancel={text.later}
      submit={text.apply}
      disabled={task.state === 'busy' || Object.keys(answers).length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second">{text.intro}</p>
      {pairs.map((pair) => {
        const [keepOne, keepOther] = keepWords(pair, hidesNames)
        return (
          <Choice
            key={pairKey(pair)}
            label={describePair(pair)}
            options={[
              { value: 'one', label: keepOne, help: describeContact(pair.one) },
              { value: 'other', label: keepOther, help: describeContact(pair.other) },
              { value: 'distinct', label: text.distinct },
            ]}
            value={answers[pairKey(pair)] ?? null}
            onChange={(answer: Answer) => setAnswers((before) => ({ ...before, [pairKey(pair)]: answer }))}
          />
        )
      })}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

const pairKey = ({ one, other }: Pair): string => `${one.id} ${other.id}`
const toSeen = ({ id, version }: Contact) => ({ id, version })

/** Words for keeping each contact, by its identifier or by an end of it that tells both apart. */
function keepWords({ one, other }: Pair, hidesNames: boolean): [string, string] {
  const [id, otherId] = [one.fields.idNumber, other.fields.idNumber]
  const length = Math.max(id.length, otherId.length)
  let shown = hidesNames ? TAIL : length
  while (shown < length && id.slice(-shown) === otherId.slice(-shown)) shown++
  return [text.keep(id.slice(-shown), hidesNames), text.keep(otherId.slice(-shown), hidesNames)]
}

function describePair({ one, other }: Pair): string {
  const hasPhone =
    phoneCode(one.fields.phone) !== '' && phoneCode(one.fields.phone) === phoneCode(other.fields.phone)
  return hasPhone ? text.samePhone(displayPhone(one.fields.phone)) : text.sameEmail(one.fields.email)
}

const describeContact = ({ fields, uses }: Contact): string => {
  const { fullname, phone, email, municipalityName } = fields
  return [fullname, phone && displayPhone(phone), email, municipalityName, text.uses(uses)]
    .filter(Boolean)
    .join(' · ')
}
