import { graphql, type ResultOf } from '../../../graphql.ts'

/** OpenID providers of the organization, and the addresses to which they lead back. */
export const SIGN_IN_PROVIDERS = graphql(`
  query SignInProviders {
    organization {
      id
      signInCallbackUrls
      signInProviders {
        id
        name
        issuer
        clientId
        updatedAt
      }
    }
  }
`)

type Found = NonNullable<ResultOf<typeof SIGN_IN_PROVIDERS>['organization']>
export type SignInProvider = Found['signInProviders'][number]

export const CREATE_SIGN_IN_PROVIDER = graphql(`
  mutation CreateSignInProvider($input: CreateSignInProviderInput!) {
    createSignInProvider(input: $input) {
      signInProvider {
        id
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const UPDATE_SIGN_IN_PROVIDER = graphql(`
  mutation UpdateSignInProvider($input: UpdateSignInProviderInput!) {
    updateSignInProvider(input: $input) {
      signInProvider {
        id
        name
        issuer
        clientId
        updatedAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DELETE_SIGN_IN_PROVIDER = graphql(`
  mutation DeleteSignInProvider($id: ID!) {
    deleteSignInProvider(input: { id: $id }) {
      deletedSignInProviderId
      errors {
        field
        message
        problem
      }
    }
  }
`)
