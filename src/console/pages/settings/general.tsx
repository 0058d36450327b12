import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { LogoField } from './logo-field.tsx'
import { orNull, PartForm, type PartProps } from './part.tsx'

const t = messagesOf(texts)

/** Name, description, website and logo. */
export function General(props: PartProps) {
  const { name, slug, description } = props.organization
  return (
    <PartForm
      {...props}
      title={t('general')}
      text={t('generalText')}
      changesOf={(values) => ({
        name: textIn(values, 'name'),
        description: textIn(values, 'description'),
        homePage: orNull(textIn(values, 'homePage')),
        avatarUrl: orNull(textIn(values, 'avatarUrl')),
      })}
    >
      {(errors) => (
        <>
          <TextField
            label={t('name')}
            hint={t('slugStays', { slug })}
            name="name"
            defaultValue={name}
            error={errors.name}
            maxLength={255}
            required
          />
          <TextArea
            label={t('description')}
            name="description"
            defaultValue={description}
            error={errors.description}
            maxLength={5000}
            rows={2}
          />
          <Addresses {...props.organization} errors={errors} />
        </>
      )}
    </PartForm>
  )
}

type AddressesProps = Pick<PartProps['organization'], 'slug' | 'homePage' | 'avatarUrl'> & {
  errors: Record<string, string>
}

function Addresses({ slug, homePage, avatarUrl, errors }: AddressesProps) {
  return (
    <>
      <TextField
        label={t('homePage')}
        name="homePage"
        type="url"
        placeholder="https://example.com"
        defaultValue={homePage ?? ''}
        error={errors.homePage}
      />
      <LogoField slug={slug} address={avatarUrl ?? ''} error={errors.avatarUrl} />
    </>
  )
}
