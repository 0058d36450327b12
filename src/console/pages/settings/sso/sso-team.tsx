import texts from '../../../messages/en/organization.json'
import { messagesOf } from '../../../messages.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { PartForm, type PartProps } from '../part.tsx'

const t = messagesOf(texts)

/** Switch that lets an SSO token alone prove the role of a person of the team. */
export function SsoTeam(props: PartProps) {
  return (
    <PartForm
      {...props}
      title={t('ssoTeam')}
      text={t('ssoTeamText')}
      changesOf={(values) => ({ ssoForTeam: values.has('ssoForTeam') })}
    >
      {(errors) => (
        <Checkbox
          label={t('ssoForTeam')}
          hint={t('ssoForTeamHint')}
          name="ssoForTeam"
          defaultChecked={props.organization.ssoForTeam === true}
          error={errors.ssoForTeam}
        />
      )}
    </PartForm>
  )
}
