import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox } from '../../ui/field.tsx'
import { PartForm, type PartProps } from './part.tsx'

const t = messagesOf(texts)

/** Switches of votes and posts without signing in. */
export function Anonymous(props: PartProps) {
  const { visibility, anonymousVotes, anonymousPosts } = props.organization
  return (
    <PartForm
      {...props}
      title={t('anonymous')}
      text={visibility === 'PUBLIC' ? t('anonymousText') : t('anonymousClosed')}
      changesOf={(values) => ({
        anonymousVotes: values.has('anonymousVotes'),
        anonymousPosts: values.has('anonymousPosts'),
      })}
    >
      {(errors) => (
        <>
          <Checkbox
            label={t('anonymousVotes')}
            hint={t('anonymousVotesHint')}
            name="anonymousVotes"
            defaultChecked={anonymousVotes}
            error={errors.anonymousVotes}
          />
          <Checkbox
            label={t('anonymousPosts')}
            hint={t('anonymousPostsHint')}
            name="anonymousPosts"
            defaultChecked={anonymousPosts}
            error={errors.anonymousPosts}
          />
        </>
      )}
    </PartForm>
  )
}
