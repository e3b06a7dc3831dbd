import type { Api } from '../../../../platform/http/contract.ts';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';

/** The name of the owner of a location, with a link for those who may open users. */
export function AccountHolderName(props: {
  api: Api;
  owner: { readonly id: string; readonly first_name: string; readonly last_name: string };
  className?: string;
}) {
  const { api, owner, className = '' } = props;
  const user = useUser(api);
  const name = `${owner.first_name} ${owner.last_name}`;
  if (!can(user, 'user.view')) return <span className={className}>{name}</span>;
  return (
    <a className={`link ${className}`} href={`/admin/users/${owner.id}`}>
      {name}
    </a>
  );
}
