/** How much of a file has left the browser, from 0 to 1. */
export function UploadProgress({ share }: { share: number }) {
  return (
    <p className="text-xs text-muted">
      <progress
        className="block h-2 w-full accent-accent"
        max={1}
        value={share}
        aria-label="Envio do arquivo"
      />
      {Math.floor(share * 100)} % enviado
    </p>
  );
}
