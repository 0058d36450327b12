import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { PartForm, type PartProps } from './part.tsx'

const t = messagesOf(texts)

/** Words of the form with which people post on the portal. */
export function SubmitForm(props: PartProps) {
  const { formDescription, submitButtonText } = props.organization
  return (
    <PartForm
      {...props}
      title={t('form')}
      text={t('formText')}
      changesOf={(values) => ({
        formDescription: textIn(values, 'formDescription'),
        submitButtonText: textIn(values, 'submitButtonText'),
      })}
    >
      {(errors) => (
        <>
          <TextArea
            label={t('formDescription')}
            name="formDescription"
            defaultValue={formDescription}
            error={errors.formDescription}
            maxLength={5000}
            rows={2}
          />
          <TextField
            label={t('submitButtonText')}
            name="submitButtonText"
            defaultValue={submitButtonText}
            error={errors.submitButtonText}
            maxLength={100}
            required
          />
        </>
      )}
    </PartForm>
  )
}
