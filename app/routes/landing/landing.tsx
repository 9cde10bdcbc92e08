export default function Landing() {
  return <h1>Explorar Skins</h1>;
}
