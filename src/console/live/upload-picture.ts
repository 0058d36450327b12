import texts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import { toast } from '../ui/toast.tsx'

const t = messagesOf(texts)

type Picture = { url: string; width: number; height: number }

/** Types of pictures that the server stores. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** Stores a picture. Returns its address and size, or null with a toast that states why it was refused. */
export async function uploadPicture(organization: string, file: File): Promise<Picture | null> {
  const body = new FormData()
  body.append('file', file)
  const headers = { 'X-Organization': organization }
  const answer = await fetch('/uploads', { method: 'POST', headers, body }).catch(() => null)
  const json = (await answer?.json().catch(() => null)) as (Picture & { message?: string }) | null
  if (answer?.ok && json) return json
  toast({ text: t('pictureFailed', { reason: json?.message ?? '–' }), tone: 'bad' })
  return null
}

/** Returns the pictures of a paste or a drop. */
export const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
