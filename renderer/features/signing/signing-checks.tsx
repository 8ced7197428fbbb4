import { USUAL_METHOD, methodOf } from '#shared/domain/signing/fields.ts'
import { signingChecksText as text } from '#shared/text/app-signing.ts'
import { checksText } from '#shared/text/app-wizard.ts'
import { signingFieldLabels } from '#shared/text/signing-fields.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Section } from '../frame/page.tsx'
import type { SigningCheckFace } from './use-signing-checks.ts'
import type { SigningOnScreen } from './use-signing.ts'

export interface SigningChecksProps {
  signing: SigningOnScreen
  checks: readonly SigningCheckFace[]
  onField: SigningOnScreen['toField']
}

/** What was looked at, as one types: what holds it up, what is worth a look, and what is right. */
export function SigningChecks({ signing, checks, onField }: SigningChecksProps) {
  return (
    <Section title={text.title}>
      <ul className="check-list">
        {checks.map((check) => (
          <li key={check.id} className={`check-list__row check-list__row--${check.level}`}>
            <Sign kind={check.sign} />
            <div>
              <b>{check.title}</b>
              <span className="visually-hidden">: {checksText.levels[check.level]}</span>
              {check.body !== '' && <p>{check.body}</p>}
              {check.fields.length > 0 && (
                <ul className="check-list__links">
                  {check.fields.map((field) => (
                    <li key={field}>
                      <button type="button" className="text-link" onClick={() => onField(field)}>
                        {signingFieldLabels[field]}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <CheckWays check={check} signing={signing} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CheckWays({
  check: { accepted, signatureId },
  signing,
}: {
  check: SigningCheckFace
  signing: SigningOnScreen
}) {
  const accept = (on: boolean) => signing.form.accept('party-mismatch', on)
  return (
    <>
      {accepted === false && (
        <Button size="low" onClick={() => accept(true)}>
          {text.accept}
        </Button>
      )}
      {accepted === true && (
        <div className="signing-ways">
          <span className="small second">{text.accepted}</span>
          <Button size="low" tone="plain" onClick={() => accept(false)}>
            {text.takeBack}
          </Button>
        </div>
      )}
      {signatureId !== undefined && (
        <button
          type="button"
          className="text-link"
          onClick={() => openRoute({ view: 'signature', id: signatureId })}
        >
          {text.openSee}
        </button>
      )}
    </>
  )
}

/** What becomes of it once it has left. */
export function HowItArrives({ signing }: { signing: SigningOnScreen }) {
  const environment = useSlice('profile')?.environment
  const method = methodOf(signing.fields)
  return (
    <Section title={text.how}>
      <p className="small second">{method === USUAL_METHOD ? text.howEmail : text.howOther(method)}</p>
      {environment !== undefined && environment !== 'production' && (
        <p className="small muted">{text.howDemo}</p>
      )}
    </Section>
  )
}
