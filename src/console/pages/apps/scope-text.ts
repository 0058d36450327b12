import texts from '../../messages/en/apps.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

/** Returns what a scope permits, in the words of the console: a bucket of the API is a board for people. */
export const scopeText = ({ name, description }: { name: string; description: string }): string =>
  name === 'posts:read' ? t('scope.posts:read') : description
