import { ShareButton } from '#app/ui/form/share-button.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';

interface ShareSkinProps {
  skin: { sku: string; championName: string; name: string };
}

export function ShareSkin({ skin }: ShareSkinProps) {
  return (
    <ShareButton
      title={`${skin.name} (${skin.championName})`}
      path={skinPath(skin)}
      className="mt-2 w-full"
    />
  );
}
