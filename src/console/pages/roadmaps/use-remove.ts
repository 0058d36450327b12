import { useClient } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { toast } from '../../ui/toast.tsx'
import { ADD_POST, REMOVE_POST } from './post-documents.ts'
import { problemOf } from './problem-of.ts'

const t = messagesOf(texts)

/** Returns a function that removes a post from a roadmap, and offers to add it again. */
export function useRemove(roadmapId: string, readAgain: () => Promise<unknown>) {
  const client = useClient()
  return async ({ id: postId, title }: { id: string; title: string }) => {
    const key = { id: roadmapId, postId }
    const problem = problemOf(await client.mutation(REMOVE_POST, key).toPromise())
    await readAgain()
    if (problem !== null) return void toast({ text: problem, tone: 'bad' })
    const undo = async () => {
      const refused = problemOf(await client.mutation(ADD_POST, key).toPromise())
      if (refused !== null) toast({ text: refused, tone: 'bad' })
      await readAgain()
    }
    toast({ text: t('removed', { title }), undo: () => void undo() })
  }
}
