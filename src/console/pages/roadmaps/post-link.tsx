import { Link, useParams } from '@tanstack/react-router'
import type { KeyboardEventHandler, ReactNode } from 'react'

type PostLinkProps = {
  id: string
  className?: string | undefined
  onKeyDown?: KeyboardEventHandler
  'aria-keyshortcuts'?: string
  children: ReactNode
}

/** Link to the page of a post. */
export function PostLink({ id, children, ...rest }: PostLinkProps) {
  const { organization = '' } = useParams({ strict: false })
  const address: string = `/${organization}/posts/${id}`
  return (
    <Link to={address} draggable={false} dir="auto" {...rest}>
      {children}
    </Link>
  )
}
