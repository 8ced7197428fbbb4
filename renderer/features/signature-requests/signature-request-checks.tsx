import { USUAL_METHOD, methodOf } from '#shared/domain/signature-requests/fields.ts'
import { signatureRequestChecksText as text } from '#shared/text/signatures.ts'
import { checksText } from '#shared/text/wizard.ts'
import { signatureRequestFieldLabels } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { FieldLinks } from '../../design/fields.tsx'
import { Sign } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Section } from '../frame/page.tsx'
import type { SignatureRequestCheckViewModel } from './use-signature-request-checks.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

export interface SignatureRequestChecksProps {
  signatureRequest: SignatureRequestOnScreen
  checks: readonly SignatureRequestCheckViewModel[]
  onField: SignatureRequestOnScreen['toField']
}

/** Checks of a request while typing: blockers, warnings, and passed ones. */
export function SignatureRequestChecks({ signatureRequest, checks, onField }: SignatureRequestChecksProps) {
  return (
    <Section title={text.title}>
      <ul className="check-list">
        {checks.map((check) => (
          <li key={check.id} className={`check-list__row check-list__row--${check.level}`}>
            <Sign kind={check.sign} />
            <div>
              <b>{check.title}</b>
              <span className="visually-hidden">: {checksText.levels[check.level]}</span>
              {check.level === 'wait' && (
                <span className="check-list__level" aria-hidden="true">
                  {checksText.levels.wait}
                </span>
              )}
              {check.body !== '' && <p>{check.body}</p>}
              <FieldLinks fields={check.fields} labels={signatureRequestFieldLabels} onField={onField} />
              <CheckWays check={check} signatureRequest={signatureRequest} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CheckWays({
  check: { accepted, other },
  signatureRequest,
}: {
  check: SignatureRequestCheckViewModel
  signatureRequest: SignatureRequestOnScreen
}) {
  const accept = (on: boolean) => signatureRequest.form.accept('party-mismatch', on)
  return (
    <>
      {accepted === false && (
        <Button size="low" onClick={() => accept(true)}>
          {text.accept}
        </Button>
      )}
      {accepted === true && (
        <div className="signature-request-ways">
          <span className="small second">{text.accepted}</span>
          <Button size="low" tone="plain" onClick={() => accept(false)}>
            {text.takeBack}
          </Button>
        </div>
      )}
      {other !== undefined && (
        <button type="button" className="text-link" onClick={() => openRoute(other)}>
          {text.openSee}
        </button>
      )}
    </>
  )
}

/** Delivery of the request after sending. */
export function HowItArrives({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const environment = useSlice('profile')?.environment
  const method = methodOf(signatureRequest.fields)
  return (
    <Section title={text.how}>
      <p className="small second">{method === USUAL_METHOD ? text.howEmail : text.howOther(method)}</p>
      {environment !== undefined && environment !== 'production' && (
        <p className="small muted">{text.howDemo}</p>
      )}
    </Section>
  )
}
