import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { orNull, PartForm, type PartProps } from './part.tsx'
import { VISIBILITIES } from './visibilities.ts'

const t = messagesOf(texts)

/** Address of the portal, and who may read it. */
export function Portal(props: PartProps) {
  const { slug, portalUrl, visibility } = props.organization
  const own = `${location.origin}/@${slug}`
  return (
    <PartForm
      {...props}
      title={t('portal')}
      text={t('portalText')}
      changesOf={(values) => ({
        visibility: textIn(values, 'visibility') === 'PUBLIC' ? 'PUBLIC' : 'MEMBERS',
        portalUrl: orNull(textIn(values, 'portalUrl')),
      })}
    >
      {(errors) => (
        <>
          <RadioList
            label={t('visibility')}
            name="visibility"
            options={VISIBILITIES}
            defaultValue={visibility}
          />
          <TextField
            label={t('portalUrl')}
            hint={t('portalUrlHint', { own })}
            name="portalUrl"
            type="url"
            placeholder={own}
            defaultValue={portalUrl === own ? '' : portalUrl}
            error={errors.portalUrl}
          />
        </>
      )}
    </PartForm>
  )
}
