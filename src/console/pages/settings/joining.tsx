import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { PartForm, type PartProps } from './part.tsx'

const t = messagesOf(texts)
const RULES = ['OPEN', 'DOMAINS', 'KNOWN'] as const
const OPTIONS = RULES.map((value) => ({
  value,
  label: t(`signUp.${value}`),
  hint: t(`signUp.${value}.hint`),
}))

/** Rule of joining with a mailed code, and the domains of addresses that may. */
export function Joining(props: PartProps) {
  const { signUp, signUpDomains } = props.organization
  return (
    <PartForm
      {...props}
      title={t('joining')}
      text={t('joiningText')}
      changesOf={(values) => ({
        signUp: RULES.find((rule) => rule === textIn(values, 'signUp')) ?? 'KNOWN',
        signUpDomains: textIn(values, 'signUpDomains')
          .split(/[\s,;]+/)
          .filter(Boolean),
      })}
    >
      {(errors) => (
        <>
          <RadioList label={t('signUp')} name="signUp" options={OPTIONS} defaultValue={signUp ?? 'KNOWN'} />
          <TextField
            label={t('signUpDomains')}
            hint={t('signUpDomainsHint')}
            name="signUpDomains"
            placeholder="example.com"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={(signUpDomains ?? []).join(', ')}
            error={errors.signUpDomains}
          />
        </>
      )}
    </PartForm>
  )
}
