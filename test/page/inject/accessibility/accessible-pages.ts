/** Pages with the names, descriptions and states that HTML, ARIA and CSS allow. */

const nativeControls = `
<label for=a1>For label</label><input id=a1>
<label>Wrapping <input></label>
<label for=a2>First</label><label for=a2>Second</label><input id=a2>
<label>Around <input id=a3></label><label for=a3>and for</label>
<label>Colour <input type=color value="#ff0000"></label>
<label>Day <input type=date value=2026-01-02></label>
<label>Clock <input type=time></label>
<label>Both <input type=datetime-local></label>
<label>Month <input type=month></label>
<label>Week <input type=week></label>
<label>Mail <input type=email value=a@b></label>
<label>Paper <input type=file></label>
<label>Amount <input type=number value=3 min=0 max=9></label>
<label>Secret <input type=password value=secret></label>
<label>Volume <input type=range value=30></label>
<label>Find <input type=search></label>
<label>Phone <input type=tel></label>
<label>Site <input type=url></label>
<label>Long <textarea>typed words</textarea></label>
<label><input type=checkbox> After the box</label>
<label><input type=radio name=r> After the dot</label>
<input type=submit><input type=reset><input type=button><input type=button value=Press>
<input type=submit value="Send it"><input type=submit value="">
<input type=image src=x alt=Picture><input type=image src=x><input type=image src=x title=Titled><input type=image src=x value=Valued>
<input type=image src=x alt="" title=Fallback>
<button type=submit></button><button>Plain</button><button title=Tip></button><button title=Tip>Said</button><button value=v>Value</button>
<input placeholder=Held><input placeholder=Held title=Tip><input title=Tip><input aria-placeholder=AriaHeld>
<textarea placeholder="Write here"></textarea><input placeholder="Pl" aria-label="Al"><label>Lab <input placeholder=Ph title=Ti></label>
<input type=checkbox title=Boxed><input type=checkbox><input type=radio aria-label=Dotted>
<input list=dl aria-label=Suggest><datalist id=dl><option>One</datalist>
<input type=search list=dl aria-label=SuggestFind><input type=number list=dl aria-label=SuggestNumber><input type=range list=dl aria-label=SuggestRange>
<label>Choose <select><option>Aa<option selected>Bb</select></label>
<label>Several <select multiple><option selected>Cc<option>Dd</select></label>
<select size=3 aria-label=Sized><optgroup label=Group><option>Ee<option label=Labelled>Ff</optgroup></select>
<select title=Titled><option>Gg</select>
<label for=o1>Sum</label><output id=o1>42</output>
<label>Fuel <meter value=.5>half</meter></label><label>Work <progress value=3 max=10></progress></label><progress aria-label=Unknown></progress>
<meter title=Gauge value=2 max=4></meter>
<fieldset><legend>Address</legend><input aria-label=Street></fieldset>
<fieldset><div><legend>Not a legend</legend></div><input aria-label=Nested></fieldset>
<fieldset aria-label=Over><legend>Under</legend></fieldset><fieldset title=Titled></fieldset>
<fieldset><legend>Plan <button>?</button></legend></fieldset>
<label for=none-such>Nobody</label><label>Hidden <input type=hidden name=h></label>
<label>Save <button>the file</button></label><label for=b9>Save </label><button id=b9>x</button>
<label aria-label=Relabelled>Text <input></label>
<label style="display:none" for=hid>Hidden label</label><input id=hid>
<label for=vis><span style="display:none">no</span>Visible part</label><input id=vis>
<label for=chk1></label><input id=chk1 title="Empty label">
<input type=text value=v aria-labelledby=sub1><span id=sub1>Referred</span>
<div contenteditable aria-label=Rich>text</div><div contenteditable>Unnamed <b>text</b></div><div contenteditable title=Ed>x</div>
<div contenteditable=plaintext-only aria-label=PlainOnly></div>
<label for=ce>For editable</label><div contenteditable id=ce>x</div>
<input type=checkbox switch aria-label=Switched><input type=unknown aria-label=Unknown><input type=TEXT aria-label=Upper>`;

const nativeStructure = `
<main><h1>Head <small>small</small></h1><h2 aria-label=Labelled>Head two</h2>
<a href=#x>Link</a><a href=#x><img src=x alt=Logo></a><a href=#x><img src=x alt=""> Text</a><a>No link</a><a href=#x title=Titled></a><a href="">Empty</a>
<a href=#x><svg width=9 height=9><title>Drawn</title><path d="M0 0h9v9z"/></svg></a>
<a href=#x><svg width=9 height=9 aria-label=Marked></svg></a><a href=#x><svg width=9 height=9 aria-hidden=true><title>Not</title></svg>Said</a>
<a href=#x><svg width=9 height=9><text y=9>Letters</text></svg></a><a href=#x><svg width=9 height=9><g><title>Deep</title><path d="M0 0h9v9z"/></g></svg></a>
<svg width=9 height=9 role=img><title>Titled drawing</title><desc>Described</desc></svg><svg width=9 height=9 role=img aria-label=L></svg>
<svg width=99 height=9><a href=#x><text y=9>Svg link</text></a><a xlink:href=#x><title>Svg title</title><rect width=9 height=9 /></a></svg>
<img src=x alt=Alt><img src=x title=OnlyTitle><img src=x alt="" title=EmptyAlt><img src=x alt="  "><img src=x alt=A title=T><img src=x alt="" aria-label=Labelled>
<img src=x aria-labelledby=nope alt=Kept>
<img usemap=#m src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width=40 height=40 alt=Map><map name=m><area href=#1 shape=rect coords=0,0,9,9 alt=North><area href=#2 shape=rect coords=10,0,19,9 title=South><area href=#3 shape=rect coords=20,0,29,9 aria-label=East></map>
<figure><img src=x alt=Inside><figcaption>Caption of it</figcaption></figure><figure aria-label=F><img src=x alt=In></figure><figure><img src=x alt=Bare></figure>
<table><caption>Prices</caption><thead><tr><th>Col<th scope=col>Col2</thead><tbody><tr><th scope=row>Row<td>Cell<tr><td>Cell <a href=#x>in</a><td></table>
<table aria-label=Named><tr><td>1<td>2</table><table title=Titled><tr><th>h</table><table summary=Summed><tr><th>h</th></tr><tr><td>h</table>
<table role=grid aria-label=G><tr><th>H<td tabindex=0>C</table>
<details><summary>More <b>of it</b></summary>Inner</details><details open><summary aria-label=S>x</summary></details><details><p>No summary</details>
<ul><li>One<li>Two <a href=#x>x</a></ul><ol aria-label=Ordered><li>1</ol><menu><li>m</menu><dl><dt>Term<dd>Definition</dl>
<nav aria-label=Site>n</nav><nav>n</nav><aside>a</aside><section>plain</section><section aria-label=Region>r</section><section title=TitledRegion>r</section><section aria-labelledby=sh><h3 id=sh>By head</h3></section>
<article><header>h</header><footer>f</footer><h4>In article</h4></article><form>f</form><form aria-label=Form>f</form><form title=TF>f</form><search>s</search>
<blockquote>Quote</blockquote><p>Para</p><hr><address>Ad</address><hgroup><h5>H</h5></hgroup>
<dialog open aria-labelledby=dh><h6 id=dh>Dialogue</h6><button>Ok</button></dialog><dialog open>Bare</dialog>
<code>c</code><em>e</em><strong>s</strong><del>d</del><ins>i</ins><sub>s</sub><sup>s</sup><time>t</time><mark>m</mark><abbr title=Long>ab</abbr><dfn>df</dfn><kbd>k</kbd><q>q</q><s>s</s>
<iframe title=Framed src=about:blank></iframe><iframe aria-label=LFrame src=about:blank></iframe><object data="data:text/html,x" title=Ob width=9 height=9>fall</object>
<audio controls aria-label=Song></audio><video controls title=Film width=50 height=50></video><canvas width=9 height=9 aria-label=Paint></canvas><canvas width=9 height=9>fallback</canvas>
<math aria-label=Maths><mi>x</mi></math><ruby>字<rt>zi</rt></ruby>
</main><header>Banner</header><footer>Info</footer>`;

const references = `
<span id=r1>One</span><span id=r2>two</span><span id=r3 hidden>Hidden <b>target</b></span><span id=r4 style="visibility:hidden">Unseen</span>
<button aria-labelledby="r1 r2">x</button><button aria-labelledby="r2 r1">x</button><button aria-labelledby="r1 nope r2">x</button><button aria-labelledby=nope>Own</button>
<button aria-labelledby=r3>x</button><button aria-labelledby=r4>x</button><button aria-labelledby="r1 r1">x</button><button aria-labelledby="">Own</button>
<button id=self aria-label=Delete aria-labelledby="self file">x</button><span id=file>the file</span>
<button id=self2 aria-labelledby="self2 file">Keep</button>
<button id=cy1 aria-labelledby=cy2>Cycle one</button><button id=cy2 aria-labelledby=cy1>Cycle two</button>
<button aria-labelledby=lab1>x</button><span id=lab1 aria-label=Labelled>text</span>
<button aria-labelledby=chain1>x</button><span id=chain1 aria-labelledby=r1>Chain text</span>
<button aria-labelledby=img1>x</button><img id=img1 src=x alt=Pictured>
<button aria-labelledby=inp1>x</button><input id=inp1 value=Held aria-label=Fielded>
<button aria-labelledby=inp2>x</button><input id=inp2 value=Held>
<button aria-labelledby=sel2>x</button><select id=sel2><option>No<option selected>Picked</select>
<button aria-labelledby=inp3>x</button><input type=password id=inp3 value=secret>
<button aria-labelledby=chk3>x</button><label><input type=checkbox id=chk3> Ticked</label>
<button aria-labelledby=mix>x</button><span id=mix>Shown <span hidden>and hidden</span><span aria-hidden=true> and aria</span></span>
<button aria-labelledby=mix2>x</button><span id=mix2 hidden>Within <span hidden>and hidden</span><span aria-hidden=true> aria</span> end</span>
<button aria-labelledby=ahid>x</button><span id=ahid aria-hidden=true>Aria hidden target</span>
<div hidden><span id=deep>Deep <i>hidden</i></span></div><button aria-labelledby=deep>x</button>
<button aria-labelledby=emp>Fallback</button><span id=emp></span>
<button aria-labelledby=emp aria-label=Next>Fallback</button>
<button aria-label="">Empty label</button><button aria-label="   ">Blank label</button><button aria-label=" Trim  med ">x</button><button aria-label="&nbsp;">Nbsp label</button>
<button aria-label=Over title=Tip>x</button><button aria-label="" title=Tip></button>
<button aria-labelledby=tt>x</button><span id=tt title=Tooltip></span>
<button aria-labelledby=scr>x</button><div id=scr>Text<script>var a</script><style>b{}</style></div>
<button aria-labelledby=lst>x</button><ul id=lst><li>Item a<li>Item b</ul>
<button aria-labelledby=tbl>x</button><table id=tbl><caption>Cap</caption><tr><td>Cell a<td>Cell b</table>
<button aria-labelledby=fst>x</button><fieldset id=fst><legend>Leg</legend>Rest</fieldset>
<button aria-labelledby=bef>x</button><style>#bef::before{content:"Before "}#bef::after{content:" after"}</style><span id=bef>middle</span>
<input aria-labelledby="r1 inx"><input id=inx value=Other aria-label=OtherLabel>
<input id=own aria-labelledby="r1 own" value=5><span role=slider tabindex=0 id=slid aria-labelledby="r1 slid" aria-valuenow=7 aria-valuetext=seven></span>
<label>Flash the screen <input value=3> times</label><label>Pick <select><option>red<option selected>blue</select> paint</label>
<label><input type=checkbox> Flash <input value=3 aria-label=count> times</label>
<label><input type=checkbox> Flash <select aria-label=n><option>1<option selected>2</select> times</label>
<label><input type=checkbox> Level <input type=range value=7 max=10> up</label>
<label><input type=checkbox> Aria <span role=slider tabindex=0 aria-valuenow=4 aria-valuetext=four>z</span> up</label>
<label><input type=checkbox> Spin <span role=spinbutton tabindex=0 aria-valuenow=4>z</span> up</label>
<label><input type=checkbox> Box <span role=textbox tabindex=0>typed</span> end</label>
<label><input type=checkbox> Combo <span role=combobox tabindex=0>combined</span> end</label>
<label><input type=checkbox> Comb <input role=combobox value=cv> end</label>
<label><input type=checkbox> List <span role=listbox tabindex=0><span role=option>a</span><span role=option aria-selected=true>b</span></span> end</label>
<label><input type=checkbox> Edit <span contenteditable>edited</span> end</label>
<label><input type=checkbox> Area <textarea>area text</textarea> end</label>
<label><input type=checkbox> Pw <input type=password value=secret> end</label>
<label><input type=checkbox> Meter <meter value=.4>m</meter> end</label><label><input type=checkbox> Bar <progress value=.4>m</progress> end</label>
<label><input type=checkbox> Button <button>inner</button> end</label><label><input type=checkbox> Sub <input type=submit value=go> end</label>
<button>Take <input value=3> now</button><a href=#x>See <input type=checkbox checked> now</a>
<div role=checkbox tabindex=0>Check <input value=9> it</div>
<div role=button tabindex=0 aria-labelledby="lt1"></div><label id=lt1>Referred label <input value=inside> rest</label>
<button aria-owns=owned>Owner </button><span id=owned>owned text</span>`;

const content = `
<style>.b::before{content:"before "}.a::after{content:" after"}.i::before{content:"\\e800"}.alt::before{content:"\\2713" / "done"}.alt0::before{content:"\\2713" / ""}.star::after{content:"*"}
.url::before{content:url(x.png)}.cnt{counter-reset:c 4}.cnt::before{content:counter(c)}.attr::before{content:attr(data-x)}.two::before{content:"a" "b"}.blk::before{content:"blk";display:block}.nod::before{content:"gone";display:none}
.q::before{content:open-quote}.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap}.up{text-transform:uppercase}.pre{white-space:pre}.fl{display:flex}.gr{display:grid}.ib{display:inline-block}.tc{display:table-cell}.ct{display:contents}.zero{font-size:0}.op{opacity:0}.off{position:absolute;left:-9999px}.cv{content-visibility:hidden}.abs{position:absolute}.float{float:left}.il{display:inline}.ifl{display:inline-flex}</style>
<button class=b>x</button><button class=a>x</button><button class=i></button><button class=i>Icon</button><button class=i title=IconTitle></button><button class=alt>x</button><button class=alt0>x</button><button class=star>Need</button><button class=url>u</button>
<button class=cnt>c</button><button class=attr data-x=fromattr>c</button><button class=two>c</button><button class=blk>c</button><button class=nod>c</button><button class=q>c</button>
<button><span class=b>in</span></button><button><i class=i></i> Save</button><button><span class="a"></span></button>
<button>a<span>b</span>c</button><button>a <span>b</span> c</button><button>a<b> b </b>c</button><button>a<div>b</div>c</button><button>a<br>b</button><button>a<span class=ib>b</span>c</button><button>a<span class=fl>b</span>c</button><button>a<span class=tc>b</span><span class=tc>c</span></button>
<button><div>one</div><div>two</div></button><button><p>p1</p><p>p2</p></button><button><span class=ct>con</span>tents</button><button><span class=gr>g1</span><span class=gr>g2</span></button><button class=fl><span>f1</span><span>f2</span></button>
<a href=# class=fl><span>l1</span><span>l2</span></a><a href=#><div>d1</div><div>d2</div></a><a href=#><h3>Head</h3><p>Text</p></a><a href=#><table><tr><td>t1<td>t2<tr><td>t3</table></a>
<a href=#>pre<span class=abs>abs</span></a><a href=#>pre<span class=float>flo</span></a><a href=#>pre<span class=ifl>ifl</span>post</a><a href=#><div class=il>d1</div><div class=il>d2</div></a>
<a href=#><ul><li>li1</li><li>li2</li></ul></a><a href=#><span>x</span><img src=x alt=pic><span>y</span></a><a href=#>one<!-- c -->two</a><a href=#>one<wbr>two</a><a href=#>so&shy;ft</a>
<button>line
break   many</button><button class=pre>line
pre   many</button><button>&nbsp;nb&nbsp;sp&nbsp;</button><button class=up>upper</button>
<button><span style="display:none">no</span>yes</button><button><span hidden>no</span>yes</button><button><span style="visibility:hidden">no</span>yes</button><button><span style="visibility:hidden">no<span style="visibility:visible">back</span></span>yes</button><button><span style="visibility:collapse">no</span>yes</button>
<button><span aria-hidden=true>no</span>yes</button><button><span aria-hidden=false>ok</span>yes</button><button><span aria-hidden=TRUE>upper</span>yes</button><button><span inert>inert</span>yes</button><button><span class=vh>sr only</span></button><button><span class=zero>zero</span></button><button><span class=op>opaque</span></button><button><span class=off>off</span></button><button><span class=cv>cv</span>yes</button>
<button><noscript>ns</noscript><template>tp</template><script>0</script><style></style>yes</button><button><input type=hidden value=hid>yes</button><button><img src=x>yes</button><button><img src=x title=it>yes</button><button><img src=x role=none alt=decor>yes</button><button><img src=x alt="" >yes</button><button><img src=x alt=pic aria-hidden=true>yes</button>
<button><span title=st></span></button><button><span title=st>txt</span></button><button><span aria-label=sl>txt</span></button><button><i aria-label=il></i>txt</button><button><abbr title=World>W</abbr></button><button><span role=img aria-label=ri>x</span> y</button><button><span role=img>content</span> y</button>
<button><svg width=9 height=9><title>ti</title></svg></button><button><svg width=9 height=9><title>ti</title><text y=9>tx</text></svg></button><button><svg width=9 height=9><use href=#nope /></svg>ok</button><button><svg width=9 height=9 role=img><title>ti</title></svg> ok</button>
<button><canvas width=9 height=9>fb</canvas>ok</button><button><iframe title=if src=about:blank width=9 height=9></iframe>ok</button><button><object width=9 height=9>ob</object>ok</button><button><video width=9 height=9 aria-label=vi></video>ok</button><button><progress value=.5></progress>ok</button><button><meter value=.5></meter>ok</button>
<button><select><option>s1<option selected>s2</select>ok</button><button><span role=tooltip>tip</span>ok</button><button><ul role=menu><li role=menuitem>mi</ul>ok</button><button><span role=status>st</span>ok</button><button><details><summary>su</summary>de</details>ok</button>
<h2><a href=#>hl</a> tail</h2><h2>in<em>em</em></h2><div role=heading aria-level=2>rh<span>sp</span></div><div role=link tabindex=0>rl <b>b</b></div>
<table><tr><th>h <button>sort</button></th><td role=gridcell tabindex=0>gc <input value=v></td></tr></table>
<div role=row tabindex=0><div role=cell>c1</div><div role=cell>c2</div></div><div role=treeitem tabindex=0>ti<div role=group><div role=treeitem>sub</div></div></div>
<div role=option tabindex=0>op<ul><li>x</ul></div><div role=tab tabindex=0><span>ta</span><span class=ib>b</span></div><div role=menuitem tabindex=0>mi<span class=off>⌘S</span></div>
<div role=button tabindex=0><div><div>deep</div></div><span>er</span></div><div role=switch tabindex=0>On<span aria-hidden=true>•</span></div>
<q>q</q><a href=#><q>quoted</q></a><a href=#><ruby>字<rp>(</rp><rt>zi</rt><rp>)</rp></ruby></a><a href=#><sup>2</sup>x</a><a href=#><del>old</del><ins>new</ins></a>
<div role=group title=GT>x</div><div role=dialog>dlg text</div><div role=alert>al</div><div role=img>im</div><div role=img title=rit></div><div role=figure aria-label=fg></div><div role=note>n</div><div role=tooltip>tool</div>
<a href=#><h3 class=ib>A</h3><h3 class=ib>B</h3></a><label class=b><input type=checkbox>lab</label><label><input type=checkbox><div>blk1</div><div>blk2</div></label><label><input type=checkbox>x<br>y</label>`;

const patterns = `
<div role=tablist aria-label=Tabs><button role=tab aria-selected=true aria-controls=tp id=tb>First</button><button role=tab aria-selected=false tabindex=-1>Second</button></div><div role=tabpanel id=tp aria-labelledby=tb tabindex=0>Panel</div>
<button aria-haspopup=menu aria-expanded=true id=mb>Actions</button><ul role=menu aria-labelledby=mb><li role=menuitem tabindex=-1>Cut</li><li role=none><a role=menuitem href=#>Copy</a></li><li role=separator></li><li role=menuitemcheckbox aria-checked=true tabindex=-1>Wrap</li><li role=group aria-label=Size><span role=menuitemradio aria-checked=false tabindex=-1>Small</span><span role=menuitemradio aria-checked=true tabindex=-1>Large</span></li></ul>
<ul role=menubar aria-label=Bar><li role=none><a role=menuitem aria-haspopup=true aria-expanded=false href=#>File</a></li></ul>
<ul role=tree aria-label=Files><li role=treeitem aria-expanded=true aria-selected=false tabindex=0><span>docs</span><ul role=group><li role=treeitem tabindex=-1 aria-selected=true>a.txt</li></ul></li></ul>
<table role=grid aria-labelledby=gh><caption id=gh>Grid</caption><tr role=row><th role=columnheader aria-sort=ascending><button>Date</button></th></tr><tr role=row aria-selected=true><td role=gridcell tabindex=0 aria-selected=true>Cell</td></tr></table>
<div role=treegrid aria-label=TG><div role=row aria-expanded=false aria-level=1 tabindex=0><div role=gridcell>tg</div></div></div>
<div role=slider tabindex=0 aria-label=Vol aria-valuenow=50 aria-valuemin=0 aria-valuemax=100></div><div role=slider tabindex=0 aria-label=Temp aria-valuenow=2 aria-valuetext=medium></div>
<div role=spinbutton tabindex=0 aria-label=Qty aria-valuenow=4>4</div><div role=scrollbar aria-controls=tp aria-valuenow=10 aria-label=Scr tabindex=0></div><div role=progressbar aria-label=Load aria-valuenow=30></div><div role=meter aria-label=Bat aria-valuenow=80></div>
<button role=switch aria-checked=true>Wi-Fi</button><div role=switch aria-checked=false tabindex=0 aria-labelledby=swl></div><span id=swl>Notify</span><input type=checkbox role=switch aria-label=Native>
<label id=cl for=ci>State</label><input id=ci role=combobox aria-expanded=false aria-controls=cls aria-autocomplete=list><ul id=cls role=listbox aria-labelledby=cl><li role=option aria-selected=true>Alabama</li><li role=option>Alaska</li></ul>
<div role=combobox tabindex=0 aria-expanded=true aria-labelledby=cl aria-controls=cls>Alabama</div><div role=combobox tabindex=0 aria-label=Sel aria-haspopup=listbox><span>val</span></div><div role=combobox tabindex=0>only val</div>
<div role=listbox aria-label=LB tabindex=0 aria-multiselectable=true><div role=group aria-labelledby=lg><span role=presentation id=lg>Land</span><div role=option aria-selected=true>Cat</div><div role=option aria-checked=true>Dog</div></div></div>
<div role=dialog aria-modal=false aria-labelledby=dt aria-describedby=dd><h2 id=dt>Delete?</h2><p id=dd>Really</p><button>Yes</button></div><div role=alertdialog aria-label=Warn>w</div>
<h3><button aria-expanded=false aria-controls=ac>Accordion</button></h3><div role=region aria-label=Acc id=ac>r</div><div role=region>unnamed</div>
<div role=toolbar aria-label=Format><button aria-pressed=true>B</button><button aria-pressed=false>I</button><button aria-pressed=mixed>M</button></div>
<nav aria-label=Breadcrumb><ol><li><a href=#>Home</a></li><li><a href=# aria-current=page>Here</a></li></ol></nav>
<div role=feed aria-label=News aria-busy=false><article aria-labelledby=f1 tabindex=0 aria-posinset=1 aria-setsize=-1><h4 id=f1>Post</h4>body</article></div>
<section aria-roledescription=carousel aria-label=Highlights><div role=group aria-roledescription=slide aria-label="1 of 6"><a href=#>go</a></div><button aria-label="Next slide"></button></section>
<div role=radiogroup aria-labelledby=rg><h3 id=rg>Crust</h3><div role=radio aria-checked=true tabindex=0>Thin</div><div role=radio aria-checked=false tabindex=-1>Thick</div></div>
<div role=checkbox aria-checked=mixed tabindex=0>All</div><div role=checkbox aria-checked=false tabindex=0 aria-labelledby=cbx></div><span id=cbx>Refer</span><div role=textbox contenteditable aria-multiline=true aria-labelledby=cl>typed</div><div role=textbox tabindex=0 aria-placeholder=Hold></div><div role=searchbox contenteditable aria-label=SB></div>
<div role=link tabindex=0>Go</div><span role=link tabindex=0 aria-disabled=true>Dead</span><div role=alert>Alarm</div><div role=status>Stat</div><div role=log aria-label=Lo>l</div><div role=timer>t</div><div role=marquee>m</div><div role=tooltip id=ttip>Tip</div><button aria-describedby=ttip>Described</button><button aria-describedby=ttip></button>
<table role=grid aria-label=July><tr><td role=gridcell><button aria-label="July 4, 2026" aria-pressed=false tabindex=-1>4</button></td><td role=gridcell tabindex=-1 data-day=5>5</td></tr></table>
<div role=separator tabindex=0 aria-valuenow=40 aria-label=Multiplexer></div><div role=separator></div><div role=application aria-label=App>a</div><div role=document aria-label=Doc>d</div><div role=search aria-label=Se>s</div><div role=form aria-label=Fo>f</div><div role=form>noname</div><div role=banner>b</div><div role=contentinfo>c</div><div role=complementary>c</div><div role=main>m</div><div role=navigation>n</div><div role=math aria-label=ma>x</div>
<div role=list aria-label=li><div role=listitem>one</div></div><div role=directory>d</div><div role=table aria-label=ta><div role=rowgroup><div role=row><span role=columnheader>ch</span><span role=rowheader>rh</span><span role=cell>ce</span></div></div></div><span role=code>c</span><span role=emphasis>e</span><span role=strong>s</span><span role=term>te</span><span role=definition>de</span><span role=time>ti</span><span role=blockquote>bq</span><p role=caption>ca</p><span role=deletion>x</span><span role=insertion>x</span><span role=subscript>x</span><span role=superscript>x</span><span role=mark>m</span><span role=paragraph>p</span><div role=generic aria-label=ge>g</div><div role=comment>co</div><div role=suggestion>su</div><div role=sectionheader>sh</div><div role=doc-chapter aria-label=dc>d</div><a role=doc-backlink href=#>back</a><div role=graphics-document aria-label=gd>g</div>`;

const libraries = `
<div class=MuiFormControl-root><label class=MuiInputLabel-root for=mui1 id=mui1-label>Outlined<span aria-hidden=true class=MuiFormLabel-asterisk> *</span></label><div class=MuiInputBase-root><input aria-invalid=false id=mui1 required type=text class=MuiInputBase-input><fieldset aria-hidden=true><legend><span>Outlined *</span></legend></fieldset></div><p id=mui1-helper>Helper</p></div>
<label id=mui-age>Age</label><div tabindex=0 role=combobox aria-controls=":r1:" aria-expanded=false aria-haspopup=listbox aria-labelledby="mui-age mui-sel" id=mui-sel class=MuiSelect-select>Ten</div><input aria-hidden=true tabindex=-1 value=10 style="opacity:0;position:absolute">
<label class=MuiFormControlLabel-root><span class=MuiCheckbox-root style="position:relative"><input type=checkbox checked style="opacity:0;position:absolute;width:100%;height:100%"><svg width=9 height=9 aria-hidden=true data-testid=CheckBoxIcon><path d="M0 0h9v9z"/></svg><span class=TouchRipple></span></span><span class=MuiTypography-root>Remember me</span></label>
<button class=MuiIconButton-root tabindex=0 type=button aria-label=delete><svg width=9 height=9 focusable=false aria-hidden=true><path d="M0 0h9v9z"/></svg><span></span></button>
<button class=MuiButton-root><span class=MuiButton-startIcon><svg width=9 height=9 aria-hidden=true></svg></span>Send<span class=TouchRipple></span></button>
<span class=MuiSlider-root><span class=MuiSlider-thumb><input aria-label=Volume aria-valuenow=30 aria-orientation=horizontal aria-valuemax=100 aria-valuemin=0 type=range min=0 max=100 step=1 value=30 style="border:0;clip:rect(0 0 0 0);height:100%;overflow:hidden;position:absolute;width:100%"></span></span>
<span class=MuiRating-root><label for=rt1><span><svg width=9 height=9 aria-hidden=true></svg></span><span style="border:0;clip:rect(0 0 0 0);height:1px;margin:-1px;overflow:hidden;padding:0;position:absolute;white-space:nowrap;width:1px">1 Star</span></label><input id=rt1 type=radio value=1 name=rt style="position:absolute;clip:rect(0 0 0 0)"></span>
<div class=MuiChip-root tabindex=0 role=button><span>Deletable</span><svg width=9 height=9 aria-hidden=true></svg></div>
<div class="form-check form-switch"><input class=form-check-input type=checkbox role=switch id=bs1><label class=form-check-label for=bs1>Bootstrap switch</label></div>
<button class="btn btn-primary">Notifications <span class=badge>4</span></button><button class="btn-close" aria-label=Close></button><button class=btn disabled><span class=spinner-border aria-hidden=true></span><span role=status>Loading...</span></button><button class=btn><span class=visually-hidden style="position:absolute!important;width:1px!important;height:1px!important;overflow:hidden!important;clip:rect(0,0,0,0)!important">Toggle Dropdown</span></button>
<div class=input-group><span class=input-group-text id=ba1>@</span><input placeholder=Username aria-label=Username aria-describedby=ba1></div><div class=form-floating><input id=bf1 placeholder=name@example.com><label for=bf1>Email address</label></div>
<nav><ul class=pagination><li class=page-item><a class=page-link href=# aria-label=Previous><span aria-hidden=true>&laquo;</span></a></li><li class="page-item active" aria-current=page><a class=page-link href=#>1</a></li></ul></nav>
<div class=progress role=progressbar aria-label="Basic example" aria-valuenow=25><div class=progress-bar style="width:25%"></div></div><div class="btn-group" role=group aria-label="Basic radio"><input type=radio class=btn-check name=br id=br1 checked style="position:absolute;clip:rect(0,0,0,0);pointer-events:none"><label class=btn for=br1>Radio 1</label></div>
<label class=ant-checkbox-wrapper><span class=ant-checkbox><input type=checkbox class=ant-checkbox-input style="opacity:0"><span class=ant-checkbox-inner></span></span><span>Checkbox</span></label><button type=button role=switch aria-checked=true class=ant-switch><div class=ant-switch-handle></div><span class=ant-switch-inner><span>On</span><span style="display:none">Off</span></span></button>
<div class=ant-select><span class=ant-select-selection-search><input type=search role=combobox aria-expanded=false aria-haspopup=listbox aria-owns=rc_list aria-controls=rc_list readonly unselectable=on value="" id=rc1 style="opacity:0"></span><span class=ant-select-selection-item title=Lucy>Lucy</span></div><span role=img aria-label=search class=anticon tabindex=-1><svg width=9 height=9 aria-hidden=true></svg></span><button class=ant-btn><span role=img aria-label=loading class=anticon><svg width=9 height=9 aria-hidden=true></svg></span><span>Click me</span></button>
<div class=ant-picker><input readonly placeholder="Select date" title="" size=12 value=""></div><td></td><ul class=ant-pagination><li title="Previous Page" class=ant-pagination-prev aria-disabled=true><button type=button tabindex=-1 disabled><span role=img aria-label=left></span></button></li><li title=1 tabindex=0><a rel=nofollow>1</a></li></ul>
<button type=button role=checkbox aria-checked=true data-state=checked value=on id=rx1><span data-state=checked style="pointer-events:none"><svg width=9 height=9></svg></span></button><label for=rx1>Accept terms.</label>
<button type=button role=combobox aria-controls=radix-1 aria-expanded=false aria-autocomplete=none dir=ltr data-state=closed aria-label=Food><span style="pointer-events:none">Apple</span><span aria-hidden=true>▼</span></button><button type=button role=combobox aria-expanded=false><span>Banana</span><span aria-hidden=true>▼</span></button>
<span dir=ltr data-orientation=horizontal role=group><span><span role=slider aria-label=RVol aria-valuemin=0 aria-valuemax=100 aria-valuenow=50 tabindex=0></span></span></span><div role=radiogroup aria-required=false><button type=button role=radio aria-checked=false id=rr1 value=default></button><label for=rr1>Default</label></div>
<label id=hl-1 data-headlessui-state="">Assignee</label><button id=hb-1 type=button aria-haspopup=listbox aria-expanded=false aria-labelledby="hl-1 hb-1">Wade Cooper</button><span id=hsl><span>Enable</span></span><button id=hs role=switch type=button tabindex=0 aria-checked=false aria-labelledby=hsl><span aria-hidden=true></span></button>
<span tabindex=0 id=ju1-button role=combobox aria-expanded=false aria-autocomplete=list aria-owns=ju1-menu aria-haspopup=true title="Select a speed" class=ui-selectmenu-button><span class=ui-icon></span><span class=ui-selectmenu-text>Medium</span></span><div class=ui-slider><span tabindex=0 class=ui-slider-handle></span></div><input class=hasDatepicker id=dp aria-label=Date><a class=ui-datepicker-prev title=Prev><span class=ui-icon>Prev</span></a><span class=ui-spinner><input aria-valuemin=0 aria-valuenow=5 autocomplete=off role=spinbutton id=sp1 value=5 aria-label=Spin><a tabindex=-1 aria-hidden=true class=ui-spinner-up>▲</a></span>
<div role=tab class=ui-accordion-header aria-controls=ua aria-selected=true aria-expanded=true tabindex=0><span class=ui-icon></span>Section 1</div><ul class=ui-menu role=menu tabindex=0 aria-activedescendant=ui-2><li class=ui-menu-item><div id=ui-2 tabindex=-1 role=menuitem>Toys</div></li></ul>
<div class="cl-x" role=gridcell aria-colindex=1 aria-selected=false tabindex=-1 data-field=id>35</div><div class=fc><a class=fc-event href=#><div>12p</div><div>Meeting</div></a></div><td class=fc-day></td><a class=star href=# title="4 stars"><i></i><i></i></a><i class="fa fa-trash" role=button tabindex=0 title=Remove></i><i class=fa aria-hidden=true></i><mat-icon role=img class=material-icons aria-hidden=true>home</mat-icon><button mat-icon-button><span class=mat-mdc-button-persistent-ripple></span><mat-icon role=img aria-hidden=true>favorite</mat-icon><span class=mat-mdc-focus-indicator></span></button>
<mat-form-field><label for=mi id=ml><mat-label>Food</mat-label><span aria-hidden=true>*</span></label><mat-select role=combobox aria-haspopup=listbox tabindex=0 id=mi aria-labelledby="ml mv" aria-expanded=false><span id=mv>Pizza</span></mat-select></mat-form-field><mat-slide-toggle><button role=switch type=button aria-checked=false id=mst-b aria-labelledby=mst-l></button><label for=mst-b id=mst-l>Slide me!</label></mat-slide-toggle>`;

const roles = `
<div role="button" tabindex=0>b</div><div role="BUTTON" tabindex=0>up</div><div role=" link  button " tabindex=0>two</div><div role="bogus switch" tabindex=0>fall</div><div role=bogus tabindex=0>none</div><div role="" tabindex=0>empty</div><button role=bogus>own</button>
<button role=none>focusable none</button><button role=presentation disabled>disabled none</button><a role=none href=#>link none</a><h2 role=none>head none</h2><h2 role=presentation aria-label=x>lab none</h2><h2 role=none aria-describedby=q9>desc none</h2><h2 role=none tabindex=-1>tab none</h2><img role=none src=x alt=p><img role=presentation src=x alt=p aria-label=z><ul role=none><li>pl</li></ul><table role=none><tr><td>lay</table><table role=presentation aria-label=Kept><tr><td>lay</table><div role="none button" tabindex=0>none first</div><div role="none button">none first plain</div>
<a href=# role=button>link button</a><button role=link>button link</button><button role=tab>bt</button><input role=switch type=checkbox aria-label=is><input type=checkbox role=button aria-pressed=true aria-label=tog><input role=combobox aria-label=ic><input type=text role=spinbutton aria-label=isp><input type=text role=button value=v aria-label=ib><select role=menu aria-label=sm><option>x</select><li role=menuitem tabindex=0>lm</li><option>lone</option>
<label role=button tabindex=0>lab but</label><summary>lone sum</summary><details><summary role=link>sum link</summary>x</details><article role=button tabindex=0>ab</article><span role=heading>h</span><h1 role=button tabindex=0>hb</h1><nav role=menu aria-label=nm>x</nav><section role=alert>sa</section><form role=search aria-label=fs>x</form><aside role=note>an</aside><td role=button tabindex=0>td</td><div role=image aria-label=im></div><div role=img aria-label=im></div><div role=textbox>t</div><div role=text>text</div><div role=presentation>pres</div><div role=presentation tabindex=0>pres tab</div><div role=presentation onclick=1>pres click</div><div role="region">nolabel</div><div role="region" aria-label=r>label</div><div role="form link" tabindex=0>fl</div><div role="listbox" aria-label=el></div><div role=menuitem aria-label=mi></div><div role=rowgroup>rg</div><div role=row tabindex=0>alone</div><div role=cell>lone cell</div><div role=option tabindex=0>lone opt</div><div role=listitem>lone li</div><div role=treeitem tabindex=0>lone ti</div><div role=tab tabindex=0>lone tab</div>
<form id=f1 aria-label=Clobbered><input name=attributes aria-label=ca><input name=id aria-label=cid><input name=children aria-label=cch><input name=getAttribute aria-label=cga><input name=parentNode aria-label=cpn><input name=labels aria-label=cl><input name=tabIndex aria-label=cti><input name=localName aria-label=cln><input name=matches aria-label=cm></form><form aria-labelledby=fl2><input name=getRootNode aria-label=gr></form><span id=fl2>Referred form</span><img name=getElementById src=x alt=clob><img name=body src=x alt=clobbody>
<span id=q9>desc</span><div tabindex=0>focusable div</div><div tabindex=0 aria-label=fdl>x</div><span aria-label=sl>x</span><p aria-label=pl>x</p><div title=dt>x</div><div tabindex=0 title=tdt></div><custom-el tabindex=0>cust</custom-el><custom-el role=button aria-label=cb></custom-el><a tabindex=0>a tab</a><a onclick=1>a click</a><a href=# tabindex=-1>a minus</a><div contenteditable role=textbox>ct</div><div contenteditable role=button>cb</div><p contenteditable>pc</p><h2 contenteditable>hc</h2><span contenteditable=false>cf</span><iframe role=presentation src=about:blank></iframe><svg width=9 height=9></svg><svg width=9 height=9 role=none><title>x</title></svg><svg width=9 height=9 tabindex=0><title>tf</title></svg><svg width=9 height=9><g role=button tabindex=0 aria-label=svgb><rect width=9 height=9 /></g><circle r=4 tabindex=0><title>circ</title></circle><image href=x width=5 height=5 /><text y=9 role=link tabindex=0>svgt</text></svg>`;

const shadows = `
<x-button id=sb>Slotted</x-button><x-named id=sn aria-label=Host></x-named><x-input id=si></x-input><x-card id=sc><b slot=title>Card title</b>Card body</x-card><button id=holds><x-text id=st></x-text> outer</button><label>Host label <x-field id=sf></x-field></label><button aria-labelledby=inshadow>Not through</button>
<x-default id=sd></x-default><a href=#><slot-user id=su>light</slot-user></a><button id=del2><x-hid id=sh>unslotted</x-hid>kept</button>
<script>const root = (id, html) => { document.getElementById(id).attachShadow({ mode: "open" }).innerHTML = html };
root("sb", "<button><slot></slot></button>"); root("sn", "<button>Inner</button>"); root("si", "<label for=i>Inside</label><input id=i><span id=inshadow>Inner ref</span><button aria-labelledby=inshadow>x</button><button aria-labelledby=sb>out</button>");
root("sc", "<button><slot name=title></slot></button><a href=#><slot></slot></a>"); root("st", "<span>shadow <slot>fallback</slot></span>"); root("sf", "<input aria-label=sfi>"); root("sd", "<button><slot>Default</slot></button>"); root("su", "<div>pre</div><slot></slot>"); root("sh", "<i>shadow only</i>");</script>`;

const writing = `
<button>日本語 ボタン</button><button>زر عربي</button><button dir=rtl>שלום <b>עולם</b></button><button>Ünïcödé ñ</button><button>😀 Smile 👨‍👩‍👧</button><button>a\u200bb\u200cc\u200dd</button><button>\u200b</button><button>\ufeffbom</button><button>x\u00a0y</button><button>\u00a0</button><button title=nb>\u00a0</button><button>em\u2003space</button><button>thin\u2009sp</button><button>\u202aLRE\u202c</button><button>\u200eLRM</button><button>ไทย</button><button>हिन्दी</button><button>\ue800</button><button>\ue800 priv</button><button>&lt;tag&gt; &amp;</button><button>"quoted" 'q'</button><button>a\tb\nc</button><button>\u3000全角\u3000</button><button>́combining</button><a href=#>Ελλ<b>ηνι</b>κά</a><input aria-label="日本語"><input placeholder="Ваше имя"><label>Имя <input></label><img src=x alt="رسم"><button aria-label="é">x</button><button aria-label="a
b">x</button><button aria-label="a   b">x</button><button title="multi
line"></button><button>…</button><button>×</button><button>1</button><button>0</button><button>true</button>`;

const states = `
<button disabled>d</button><fieldset disabled><legend>Leg <input aria-label=inlegend></legend><legend><input aria-label=inlegend2></legend><input aria-label=infs><button>fsb</button><fieldset><input aria-label=nestfs></fieldset><a href=#>fsa</a><select aria-label=fss><option>o</select></fieldset>
<div aria-disabled=true><button>ad in</button><div role=button tabindex=0>ad role</div><input aria-label=adi><a href=#>adl</a></div><div role=group aria-disabled=true aria-label=g><div role=button tabindex=0>ad group</div><div role=button tabindex=0 aria-disabled=false>ad undone</div><span>gt</span></div><button aria-disabled=true>adb</button><a href=# aria-disabled=true>ada</a><div role=button tabindex=0 aria-disabled=TRUE>up</div><button disabled aria-disabled=false>both</button><input type=checkbox disabled aria-label=dc><select disabled aria-label=ds><option>o</select><select aria-label=dso><option>e<option disabled>d<optgroup disabled label=og><option>in</optgroup></select><div role=toolbar aria-disabled=true aria-label=tbd><button>tbb</button></div>
<div role=listbox aria-label=l tabindex=0 aria-disabled=true><div role=option aria-selected=true>o1</div><div role=option aria-selected=false>o2</div><div role=option>o3</div></div>
<input type=checkbox checked aria-label=c1><input type=checkbox aria-label=c2><input type=checkbox id=ind aria-label=c3><input type=checkbox aria-checked=true aria-label=c4><input type=checkbox aria-checked=mixed aria-label=c5><input type=radio checked aria-label=r1><input type=radio aria-checked=true aria-label=r2><div role=checkbox tabindex=0 aria-checked=true>rc1</div><div role=checkbox tabindex=0 aria-checked=mixed>rc2</div><div role=checkbox tabindex=0>rc3</div><div role=radio tabindex=0 aria-checked=mixed>rr</div><div role=switch tabindex=0 aria-checked=mixed>sm</div><div role=switch tabindex=0 aria-checked=true>st</div><div role=menuitemcheckbox tabindex=0 aria-checked=mixed>mm</div><div role=menuitemradio tabindex=0 aria-checked=true>mr</div><div role=option tabindex=0 aria-checked=true>oc</div><div role=treeitem tabindex=0 aria-checked=true>tc</div><button aria-checked=true>bc</button><div role=checkbox tabindex=0 aria-checked=yes>rcy</div><div role=checkbox tabindex=0 aria-checked=TRUE>rcu</div>
<div role=tab tabindex=0 aria-selected=true>ts</div><div role=gridcell tabindex=0 aria-selected=true>gs</div><button aria-selected=true>bs</button><select multiple aria-label=sel><option selected>s1<option>s2</select><select aria-label=sin><option>q1<option selected>q2</select>
<button aria-expanded=true>e1</button><button aria-expanded=false>e2</button><button aria-expanded=undefined>e3</button><button aria-expanded="">e4</button><details open><summary>e5</summary>x</details><details><summary>e6</summary>x</details><details open><div>x</div><summary>e7</summary><summary>e8</summary></details><input role=combobox aria-expanded=true aria-label=e9><a href=# aria-expanded=true>e10</a><div role=treeitem tabindex=0 aria-expanded=true>e11</div><select aria-label=e12><option>x</select><input aria-expanded=true aria-label=e13>
<button aria-pressed=true>p1</button><button aria-pressed=mixed>p2</button><button aria-pressed=false>p3</button><div role=button tabindex=0 aria-pressed=true>p4</div><a href=# aria-pressed=true>p5</a><button aria-pressed="">p6</button><button popovertarget=pop>pp</button><div popover id=pop>pop</div>
<input required aria-label=q1><input aria-required=true aria-label=q2><select required aria-label=q3><option value="">x</select><textarea required aria-label=q4></textarea><input type=checkbox required aria-label=q5><div role=textbox contenteditable aria-required=true aria-label=q6></div><input type=radio required name=rq aria-label=q7><div role=radiogroup aria-required=true aria-label=q8></div><input type=range required aria-label=q9><input required aria-required=false aria-label=q10><input type=submit required value=q11><div role=combobox tabindex=0 aria-required=true aria-label=q12></div>
<input aria-invalid=true aria-label=i1><input aria-invalid=false aria-label=i2><input aria-invalid=grammar aria-label=i3><input aria-invalid=spelling aria-label=i4><input aria-invalid="" aria-label=i5><input aria-invalid=yes aria-label=i6><input type=email value=bad aria-label=i7><div role=textbox contenteditable aria-invalid=true aria-label=i8></div><input pattern=a value=b aria-label=i9><select aria-invalid=true aria-label=i10><option>x</select><input type=checkbox aria-invalid=true aria-label=i11>
<input readonly aria-label=ro1><textarea readonly aria-label=ro2></textarea><input aria-readonly=true aria-label=ro3><div role=textbox tabindex=0 aria-readonly=true aria-label=ro4>x</div><input type=number readonly aria-label=ro5><div role=grid aria-readonly=true aria-label=ro6><div role=row><div role=gridcell tabindex=0 aria-readonly=true>ro7</div></div></div><input type=checkbox readonly aria-label=ro8><input type=range readonly aria-label=ro9><div role=combobox tabindex=0 aria-readonly=true aria-label=ro10></div><input type=date readonly aria-label=ro11><input type=file readonly aria-label=ro12>
<input type=range value=30 aria-label=v1><input type=range value=30 aria-valuetext=thirty aria-label=v2><input type=number value=3 aria-label=v3><input type=number value=3 aria-valuetext=three aria-label=v4><progress value=3 max=10 aria-label=v5></progress><progress aria-label=v6></progress><meter value=3 max=10 aria-label=v7></meter><div role=slider tabindex=0 aria-valuenow=5 aria-label=v8></div><div role=slider tabindex=0 aria-valuenow=5 aria-valuetext=five aria-label=v9></div><div role=progressbar aria-valuenow=5 aria-label=v10></div><div role=spinbutton tabindex=0 aria-valuenow=5 aria-label=v11></div><input value=typed aria-label=v12><textarea aria-label=v13>area</textarea><select aria-label=v14><option>a<option selected>b</select><input type=password value=secret aria-label=v15><input type=color value="#00ff00" aria-label=v16><input type=date value=2026-01-02 aria-label=v17><input type=email value=a@b.c aria-label=v18><div contenteditable aria-label=v19>rich</div><div role=textbox tabindex=0 aria-label=v20>text</div><div role=combobox tabindex=0 aria-label=v21>chosen</div><output aria-label=v22>7</output><div role=meter aria-valuenow=.5 aria-valuetext=half aria-label=v23></div><div role=slider tabindex=0 aria-label=v24></div><div role=slider tabindex=0 aria-valuetext="" aria-valuenow=6 aria-label=v25></div><button value=x>v26</button><li value=3>v27</li><div role=scrollbar tabindex=0 aria-valuenow=8 aria-label=v28></div><div role=separator tabindex=0 aria-valuenow=9 aria-label=v29></div><select multiple aria-label=v30><option selected>m1<option selected>m2</select><div role=listbox tabindex=0 aria-label=v31><div role=option aria-selected=true>lo</div></div>
<div inert><button>inert</button></div><input id=foc aria-label=focus autofocus><a href=# aria-current=true>cur</a><a href=# aria-current=page>cup</a><a href=# aria-current=false>cuf</a><a href=# aria-current="">cue</a><script>ind.indeterminate = true; foc.focus()</script>`;

export const PAGES: Record<string, string> = {
  nativeControls,
  nativeStructure,
  references,
  content,
  patterns,
  libraries,
  roles,
  shadows,
  writing,
  states,
};
